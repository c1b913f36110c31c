package io.reprise.phone.guest;

import android.content.pm.ComponentInfo;
import android.content.pm.PackageParser;
import android.opengl.GLSurfaceView;
import android.util.Log;
import java.util.HashSet;
import java.util.Set;
import reprise.Phone.PhoneReply;

/** What an app asked for and this phone cannot do: said once for each, in the log and to the supervisor. */
public final class Unsupported {
  private static final Set<String> SAID = new HashSet<>();

  private Unsupported() {}

  static synchronized void begin() {
    SAID.clear();
    io.reprise.phone.time.AppCalls.onLibrary(Unsupported::library);
  }

  /** Says it; the app goes on. Any thread. */
  public static void say(String name, String sentence) {
    synchronized (Unsupported.class) {
      if (!SAID.add(name)) return;
    }
    LogLines.add("main", Log.WARN, "reprise", "not supported: " + name + ": " + sentence);
    News.send(PhoneReply.newBuilder().setUnsupported(
        PhoneReply.Unsupported.newBuilder().setName(name).setSentence(sentence)));
  }

  private static void library(String name) {
    say("System.loadLibrary " + name, "this phone runs no native code of apps; the call throws UnsatisfiedLinkError");
  }

  /** Woven into GLSurfaceView.setRenderer. */
  public static void onRenderer(GLSurfaceView view, GLSurfaceView.Renderer renderer) {
    say("OpenGL", "this phone draws no OpenGL; the view stays black");
  }

  /** Woven into Activity.enterPictureInPictureMode, which then gives false: there is no such feature. */
  public static void onPictureInPicture(android.app.Activity activity, android.app.PictureInPictureParams how) {
    say("picture-in-picture", "this phone has no such feature; enterPictureInPictureMode gives false");
  }

  /** Woven into MediaCodec.create*. */
  public static void onCodec(String name) {
    say("MediaCodec", "this phone has no codecs; nothing is coded or decoded");
  }

  /** Says it of an app with components that want processes of their own. */
  static void processes(PackageParser.Package app) {
    String own = app.applicationInfo.processName;
    boolean several = app.activities.stream().anyMatch(a -> other(own, a.info))
        || app.services.stream().anyMatch(s -> other(own, s.info))
        || app.receivers.stream().anyMatch(r -> other(own, r.info))
        || app.providers.stream().anyMatch(p -> other(own, p.info));
    if (several) say("android:process", "this phone runs all components of an app in one process");
  }

  private static boolean other(String own, ComponentInfo component) {
    return component.processName != null && !component.processName.equals(own);
  }
}
