package io.reprise.phone.guest.view;

import android.graphics.Rect;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import reprise.View.ViewNode;
import reprise.View.ViewTree;

/** Parts of a view that are no views (days of a calendar), as it tells them to accessibility. */
final class VirtualNodes {
  private static final int MAX_DEPTH = 40;
  private static final int MAX_NODES = 5_000;

  private VirtualNodes() {}

  static boolean has(View v) {
    return v.getAccessibilityNodeProvider() != null;
  }

  static void add(ViewTree.Builder tree, View v, int parent, Rect clip) {
    AccessibilityNodeProvider provider = v.getAccessibilityNodeProvider();
    AccessibilityNodeInfo host = provider.createAccessibilityNodeInfo(
        AccessibilityNodeProvider.HOST_VIEW_ID);
    if (host != null) children(tree, provider, host, parent, clip, 0);
  }

  private static void children(ViewTree.Builder tree, AccessibilityNodeProvider provider,
      AccessibilityNodeInfo of, int parent, Rect clip, int depth) {
    if (depth > MAX_DEPTH) return;
    for (int i = 0; i < of.getChildCount(); i++) {
      long child = of.getChildId(i);
      int id = AccessibilityNodeInfo.getVirtualDescendantId(child);
      if (id == AccessibilityNodeProvider.HOST_VIEW_ID || tree.getNodesCount() > MAX_NODES) continue;
      AccessibilityNodeInfo info = provider.createAccessibilityNodeInfo(id);
      if (info == null) continue;
      int index = tree.getNodesCount();
      tree.addNodes(node(info, parent, clip));
      children(tree, provider, info, index, clip, depth + 1);
    }
  }

  private static ViewNode.Builder node(AccessibilityNodeInfo info, int parent, Rect clip) {
    Rect bounds = new Rect();
    info.getBoundsInScreen(bounds);
    Rect seen = new Rect(bounds);
    boolean shown = seen.intersect(clip) && info.isVisibleToUser();
    int f = ViewNode.Flag.FLAG_VIRTUAL_VALUE;
    if (info.isEnabled()) f |= ViewNode.Flag.FLAG_ENABLED_VALUE;
    if (shown) f |= ViewNode.Flag.FLAG_SHOWN_VALUE;
    if (info.isClickable()) f |= ViewNode.Flag.FLAG_CLICKABLE_VALUE;
    if (info.isLongClickable()) f |= ViewNode.Flag.FLAG_LONG_CLICKABLE_VALUE;
    if (info.isFocusable()) f |= ViewNode.Flag.FLAG_FOCUSABLE_VALUE;
    if (info.isFocused()) f |= ViewNode.Flag.FLAG_FOCUSED_VALUE;
    if (info.isCheckable()) f |= ViewNode.Flag.FLAG_CHECKABLE_VALUE;
    if (info.isChecked()) f |= ViewNode.Flag.FLAG_CHECKED_VALUE;
    if (info.isSelected()) f |= ViewNode.Flag.FLAG_SELECTED_VALUE;
    if (info.isPassword()) f |= ViewNode.Flag.FLAG_PASSWORD_VALUE;
    if (info.isScrollable()) f |= ViewNode.Flag.FLAG_SCROLLABLE_VALUE;
    ViewNode.Builder n = ViewNode.newBuilder().setParent(parent).setBounds(ViewWalk.rect(bounds))
        .setFlags(f);
    if (shown && !seen.equals(bounds)) n.setVisibleBounds(ViewWalk.rect(seen));
    if (info.getClassName() != null) n.setClassName(info.getClassName().toString());
    if (info.getText() != null && !info.isPassword()) n.setText(ViewWalk.cut(info.getText()));
    if (info.getContentDescription() != null) {
      n.setDescription(ViewWalk.cut(info.getContentDescription()));
    }
    if (info.getViewIdResourceName() != null) n.setResourceName(info.getViewIdResourceName());
    return n;
  }
}
