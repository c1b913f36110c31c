package io.reprise.phone.guest.window;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Picture;
import android.graphics.Rect;
import android.os.IBinder;
import android.view.View;
import android.view.ViewRootImpl;
import com.google.protobuf.ByteString;
import io.reprise.phone.guest.App;
import io.reprise.phone.guest.Clock;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.Profiles;
import io.reprise.phone.host.FrameFile;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.robolectric.util.ReflectionHelpers;
import reprise.Phone.PhoneProfile;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneState;

/** What is on the screen: draws all windows, lowest first. */
public final class Screen {
  private static final Set<ViewRootImpl> DRAWN = Collections.newSetFromMap(new WeakHashMap<>());
  private static long frames;

  private Screen() {}

  public static void reset() {
    DRAWN.clear();
    frames = 0;
  }

  /**
   * Woven into ViewRootImpl.draw, which returns early without a surface: draws
   * into a recording, so that computeScroll, onDraw and the like run in every
   * frame as on a phone.
   */
  public static void onDraw(ViewRootImpl root, boolean full, boolean sync) {
    View v = root.getView();
    if (v == null || v.getWidth() <= 0 || v.getHeight() <= 0) return;
    Object info = ReflectionHelpers.getField(root, "mAttachInfo");
    ReflectionHelpers.setField(info, "mDrawingTime", android.os.SystemClock.uptimeMillis());
    v.getViewTreeObserver().dispatchOnDraw();
    ReflectionHelpers.<Rect>getField(root, "mDirty").setEmpty();
    Picture picture = new Picture();
    Canvas canvas = picture.beginRecording(v.getWidth(), v.getHeight());
    try {
      v.draw(canvas);
    } finally {
      picture.endRecording();
    }
    DRAWN.add(root);
  }

  /** True if the activity's window was drawn. */
  public static boolean drawn(IBinder token) {
    return MainThread.call(() -> {
      for (Windows.Window w : Windows.top()) {
        if (w.attrs().token == token && w.visible() && DRAWN.contains(w.root())) return true;
      }
      return false;
    });
  }

  /** A picture into the file. */
  public static PhoneReply.Frame.Builder shoot() {
    PhoneProfile profile = App.current().attach().getProfile();
    int width = Profiles.width(profile);
    int height = Profiles.height(profile);
    ByteBuffer to = FrameFile.get().room(4 * width * height);
    MainThread.call(() -> {
      Bitmap bitmap = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
      bitmap.eraseColor(0xff000000);
      Canvas canvas = new Canvas(bitmap);
      List<Windows.Window> all = Windows.top();
      for (int i = all.size() - 1; i >= 0; i--) {
        Windows.Window w = all.get(i);
        if (!w.visible()) continue;
        canvas.save();
        canvas.translate(w.x(), w.y());
        w.view().draw(canvas);
        canvas.restore();
      }
      bitmap.copyPixelsToBuffer(to);
      bitmap.recycle();
      return null;
    });
    to.rewind();
    return PhoneReply.Frame.newBuilder().setNumber(++frames).setUptimeNs(Clock.uptimeNanos()).setWidthPx(width)
        .setHeightPx(height).setRotation(profile.getRotation()).setPixelsSha256(sha256(to));
  }

  private static ByteString sha256(ByteBuffer bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes);
      return ByteString.copyFrom(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adds the focus to a state. On main. */
  public static void describe(PhoneState.Builder state) {
    for (Windows.Window w : Windows.top()) {
      if (!Windows.focused(w.root())) continue;
      state.setFocusedWindow(String.valueOf(w.attrs().getTitle()));
      View focus = w.view().findFocus();
      state.setEditing(focus != null && focus.onCheckIsTextEditor());
    }
  }
}
