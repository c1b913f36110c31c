package io.reprise.phone.guest.view;

import android.graphics.Rect;
import android.view.SurfaceView;
import android.view.TextureView;
import android.view.View;
import android.view.ViewGroup;
import android.webkit.WebView;
import android.widget.Checkable;
import android.widget.ProgressBar;
import android.widget.TextView;
import reprise.View.ViewNode;
import reprise.View.ViewTree;

/**
 * Writes the views of one window down, each after its parent. It asks views only
 * for what they say of themselves and makes no accessibility objects, except for
 * views that have virtual children. Main thread only.
 */
final class ViewWalk {
  private static final int MAX_NODES = 20_000;
  /** Longer texts are cut: an editor may hold megabytes. */
  static final int MAX_TEXT = 10_000;

  private final ViewTree.Builder tree;
  private final boolean all;
  private final Rect display;

  ViewWalk(ViewTree.Builder tree, boolean all, Rect display) {
    this.tree = tree;
    this.all = all;
    this.display = display;
  }

  static reprise.RectOuterClass.Rect rect(Rect r) {
    return reprise.RectOuterClass.Rect.newBuilder().setLeft(r.left).setTop(r.top)
        .setRight(r.right).setBottom(r.bottom).build();
  }

  /** `scroll`: how far the window's content is moved up in it. */
  void walk(View root, Rect frame, int scroll) {
    Rect clip = new Rect(frame);
    if (!clip.intersect(display)) clip.setEmpty();
    walk(root, 0, frame.left, frame.top - scroll, false, clip, true, -1);
  }

  /** `left`, `top`: where the parent's content begins; `turned`: a parent is rotated or scaled. */
  private void walk(View v, int parent, int left, int top, boolean turned, Rect clip, boolean shown,
      int row) {
    shown = shown && v.getVisibility() == View.VISIBLE;
    if (!shown && !all) return;
    if (tree.getNodesCount() >= MAX_NODES) {
      tree.setLeftOut(tree.getLeftOut() + 1);
      return;
    }
    Rect bounds = new Rect();
    turned = turned || !v.hasIdentityMatrix();
    if (turned) {
      v.getBoundsOnScreen(bounds);
    } else {
      bounds.set(left + v.getLeft(), top + v.getTop(), left + v.getRight(), top + v.getBottom());
    }
    Rect seen = new Rect(bounds);
    if (!seen.intersect(clip)) seen.setEmpty();
    int index = tree.getNodesCount();
    ViewNode.Builder node = node(v, parent, bounds, seen, shown && !seen.isEmpty());
    if (row >= 0) node.setRow(row);
    tree.addNodes(node);
    if (shown && VirtualNodes.has(v)) VirtualNodes.add(tree, v, index, seen);
    if (!(v instanceof ViewGroup g)) return;
    Rect inner = g.getClipChildren() ? seen : clip;
    for (int i = 0; i < g.getChildCount(); i++) {
      View child = g.getChildAt(i);
      walk(child, index, bounds.left - g.getScrollX(), bounds.top - g.getScrollY(), turned, inner,
          shown, Rows.of(g, child, i));
    }
  }

  private ViewNode.Builder node(View v, int parent, Rect bounds, Rect seen, boolean shown) {
    ViewNode.Builder n = ViewNode.newBuilder().setParent(parent).setBounds(rect(bounds))
        .setClassName(v.getAccessibilityClassName() == null ? v.getClass().getName()
            : v.getAccessibilityClassName().toString())
        .setVisibility(v.getVisibility());
    if (shown && !seen.equals(bounds)) n.setVisibleBounds(rect(seen));
    if (v.getId() != View.NO_ID) {
      n.setResourceId(v.getId()).setResourceName(Names.of(v));
    }
    if (v.getContentDescription() != null) n.setDescription(cut(v.getContentDescription()));
    if (v.getScrollX() != 0) n.setScrollX(v.getScrollX());
    if (v.getScrollY() != 0) n.setScrollY(v.getScrollY());
    int alpha = Math.round(v.getAlpha() * 255);
    if (alpha != 255) n.setAlpha(Math.max(0, Math.min(255, alpha)));
    int flags = flags(v, shown);
    if (v instanceof TextView t) {
      boolean password = t.getTransformationMethod()
          instanceof android.text.method.PasswordTransformationMethod;
      CharSequence text = t.getText();
      if (password) {
        flags |= ViewNode.Flag.FLAG_PASSWORD_VALUE;
        text = "•".repeat(Math.min(text.length(), MAX_TEXT));
      }
      n.setText(cut(text));
      if (t.getHint() != null) n.setHint(cut(t.getHint()));
      if (t.onCheckIsTextEditor()) n.setInputType(t.getInputType());
    }
    if (v instanceof ProgressBar p && !p.isIndeterminate()) n.setProgress(p.getProgress());
    return n.setFlags(flags);
  }

  private static int flags(View v, boolean shown) {
    int f = 0;
    if (v.isEnabled()) f |= ViewNode.Flag.FLAG_ENABLED_VALUE;
    if (!v.willNotDraw()) f |= ViewNode.Flag.FLAG_WILL_DRAW_VALUE;
    if (scrolls(v)) f |= ViewNode.Flag.FLAG_SCROLLABLE_VALUE;
    if (shown) f |= ViewNode.Flag.FLAG_SHOWN_VALUE;
    if (v.isClickable()) f |= ViewNode.Flag.FLAG_CLICKABLE_VALUE;
    if (v.isLongClickable()) f |= ViewNode.Flag.FLAG_LONG_CLICKABLE_VALUE;
    if (v.isFocusable()) f |= ViewNode.Flag.FLAG_FOCUSABLE_VALUE;
    if (v.isFocused()) f |= ViewNode.Flag.FLAG_FOCUSED_VALUE;
    if (v.isSelected()) f |= ViewNode.Flag.FLAG_SELECTED_VALUE;
    if (v.isActivated()) f |= ViewNode.Flag.FLAG_ACTIVATED_VALUE;
    if (v instanceof Checkable c) {
      f |= ViewNode.Flag.FLAG_CHECKABLE_VALUE;
      if (c.isChecked()) f |= ViewNode.Flag.FLAG_CHECKED_VALUE;
    }
    if (v instanceof SurfaceView || v instanceof TextureView || v instanceof WebView) {
      f |= ViewNode.Flag.FLAG_FOREIGN_CONTENT_VALUE;
    }
    return f;
  }

  private static boolean scrolls(View v) {
    return v.canScrollVertically(1) || v.canScrollVertically(-1) || v.canScrollHorizontally(1)
        || v.canScrollHorizontally(-1);
  }

  static String cut(CharSequence s) {
    return (s.length() > MAX_TEXT ? s.subSequence(0, MAX_TEXT) : s).toString();
  }
}
