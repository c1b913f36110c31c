package io.reprise.phone.guest.view;

import android.os.SystemClock;
import android.view.View;
import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.guest.input.Editor;
import io.reprise.phone.guest.keyboard.InputMethods;
import io.reprise.phone.guest.window.PhoneWindow;
import io.reprise.phone.guest.window.SystemBars;
import io.reprise.phone.guest.window.Windows;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneState;
import reprise.View.ViewTree;

/** The views of every window on the screen, lowest first. Main thread only. */
public final class Trees {
  private Trees() {}

  /** `all` = also views that are invisible or gone. */
  public static PhoneReply.Trees.Builder look(boolean all) {
    PhoneReply.Trees.Builder trees = PhoneReply.Trees.newBuilder()
        .setRotation(SystemBars.get().rotation()).setUptimeNs(SystemClock.uptimeNanos());
    var top = Tasks.get().top();
    if (top != null) trees.setActivity(top.info().getComponentName().flattenToShortString());
    List<PhoneWindow> visible = Windows.get().visible();
    PhoneWindow focused = Windows.get().focused();
    int layer = 0;
    for (PhoneWindow w : visible) {
      View root = w.view();
      if (root == null) continue;
      ViewTree.Builder tree = ViewTree.newBuilder().setWindowId(w.number).setTitle(w.title())
          .setType(w.attrs.type).setBounds(ViewWalk.rect(w.frame())).setLayer(layer++)
          .setFocused(w == focused);
      new ViewWalk(tree, all, SystemBars.get().display()).walk(root, w.frame(), w.scroll());
      trees.addWindows(tree);
    }
    return trees;
  }

  /** Adds the focus to a state. */
  public static void describe(PhoneState.Builder state) {
    PhoneWindow w = Windows.get().focused();
    if (w != null) state.setFocusedWindow(w.title());
    state.setEditing(Editor.editing());
    state.setKeyboardShown(InputMethods.get().shown());
  }

  /** A digest of all that can be seen of views: the same for the same screen. */
  public static byte[] digest() {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      for (ViewTree t : look(false).getWindowsList()) {
        sha.update(t.toBuilder().clearWindowId().build().toByteArray());
      }
      return sha.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
