package io.reprise.phone.guest.view;

import android.content.res.Resources;
import android.view.View;
import android.view.ViewGroup;
import android.widget.TextView;
import io.reprise.phone.guest.Clock;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.activity.ActivityRecord;
import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.guest.window.Windows;
import java.util.List;
import reprise.Phone.PhoneReply;
import reprise.RectOuterClass.Rect;
import reprise.View.ViewNode;
import reprise.View.ViewTree;

/** The view trees of the visible windows. */
public final class Trees {
  private Trees() {}

  public static PhoneReply.Trees.Builder look(boolean all) {
    return MainThread.call(() -> {
      PhoneReply.Trees.Builder trees = PhoneReply.Trees.newBuilder().setUptimeNs(Clock.uptimeNanos());
      List<Windows.Window> windows = Windows.top();
      for (int i = windows.size() - 1; i >= 0; i--) {
        Windows.Window w = windows.get(i);
        if (!w.visible()) continue;
        ViewTree.Builder tree = ViewTree.newBuilder().setTitle(String.valueOf(w.attrs().getTitle()))
            .setType(w.attrs().type).setLayer(trees.getWindowsCount());
        add(tree, w.view(), 0, all);
        trees.addWindows(tree);
      }
      ActivityRecord top = Tasks.get().top();
      if (top != null) trees.setActivity(top.toString());
      return trees;
    });
  }

  private static void add(ViewTree.Builder tree, View v, int parent, boolean all) {
    if (!all && v.getVisibility() != View.VISIBLE) return;
    int[] at = new int[2];
    v.getLocationOnScreen(at);
    ViewNode.Builder n = ViewNode.newBuilder().setParent(parent).setClassName(v.getClass().getName())
        .setResourceId(v.getId()).setVisibility(v.getVisibility())
        .setBounds(Rect.newBuilder().setLeft(at[0]).setTop(at[1]).setRight(at[0] + v.getWidth())
            .setBottom(at[1] + v.getHeight()));
    if (v.getId() > 0) {
      try {
        n.setResourceName(v.getResources().getResourceName(v.getId()));
      } catch (Resources.NotFoundException e) {
        // An id without a name.
      }
    }
    if (v instanceof TextView t && t.getText() != null) n.setText(t.getText().toString());
    if (v.getContentDescription() != null) n.setDescription(v.getContentDescription().toString());
    int flags = (v.isEnabled() ? 1 : 0) | (v.isShown() ? 8 : 0) | (v.isClickable() ? 16 : 0)
        | (v.isFocusable() ? 64 : 0) | (v.isFocused() ? 128 : 0);
    tree.addNodes(n.setFlags(flags));
    int self = tree.getNodesCount() - 1;
    if (v instanceof ViewGroup g) for (int i = 0; i < g.getChildCount(); i++) add(tree, g.getChildAt(i), self, all);
  }
}
