package io.reprise.phone.guest.window;

import android.graphics.Rect;
import android.os.IBinder;
import android.view.IWindow;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowManager.LayoutParams;
import android.window.ClientWindowFrames;
import org.robolectric.util.ReflectionHelpers;

/**
 * One window of the process, as the window manager knows it. It is made and
 * changed by {@link WindowSession}; its place in the stack and whether it can be
 * seen are decided by {@link Windows}. Guarded by the lock of Windows.
 */
public final class PhoneWindow {
  /** In order of opening, from 1. */
  public final int number;
  final IWindow client;
  /** What the window last said of itself. */
  public final LayoutParams attrs = new LayoutParams();
  final ClientWindowFrames frames = new ClientWindowFrames();
  /** Window that this is part of (a popup's owner); null = none. */
  final PhoneWindow parent;
  final ViewRootImpl root;
  int requestedWidth = -1;
  int requestedHeight = -1;
  int viewVisibility;
  int requestedTypes;
  boolean placed;
  boolean drawn;

  PhoneWindow(int number, IWindow client, ViewRootImpl root, PhoneWindow parent) {
    this.number = number;
    this.client = client;
    this.root = root;
    this.parent = parent;
  }

  public ViewRootImpl root() {
    return root;
  }

  /** What the app knows it by. */
  public IBinder token() {
    return client.asBinder();
  }

  public IWindow client() {
    return client;
  }

  /** The root of its views; null once it is closed. */
  public View view() {
    return root.getView();
  }

  /** Where it is, in pixels of the display. */
  public Rect frame() {
    return frames.frame;
  }

  /** How far its content is moved up for the field with the focus. */
  public int scroll() {
    return ReflectionHelpers.getField(root, "mCurScrollY");
  }

  public String title() {
    return attrs.getTitle() == null ? "" : attrs.getTitle().toString();
  }

  public boolean has(int flag) {
    return (attrs.flags & flag) != 0;
  }

  /** A popup or panel inside another window. */
  boolean isSub() {
    return attrs.type >= LayoutParams.FIRST_SUB_WINDOW
        && attrs.type <= LayoutParams.LAST_SUB_WINDOW;
  }

  boolean isKeyboard() {
    return attrs.type == LayoutParams.TYPE_INPUT_METHOD;
  }

  boolean isSystem() {
    return attrs.type >= LayoutParams.FIRST_SYSTEM_WINDOW;
  }

  /** The window that stands in the stack for it and all its sub-windows. */
  PhoneWindow top() {
    PhoneWindow w = this;
    while (w.parent != null) w = w.parent;
    return w;
  }

  /** Token of the activity it belongs to; null = of none. */
  public IBinder activity() {
    PhoneWindow w = top();
    return w.isSystem() ? null : w.attrs.token;
  }

  public boolean focusable() {
    return !has(LayoutParams.FLAG_NOT_FOCUSABLE);
  }

  /** Takes every touch, also those beside it. */
  public boolean modal() {
    return focusable() && !has(LayoutParams.FLAG_NOT_TOUCH_MODAL);
  }
}
