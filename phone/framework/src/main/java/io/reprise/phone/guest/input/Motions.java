package io.reprise.phone.guest.input;

import android.graphics.Rect;
import android.view.Choreographer;
import android.view.InputDevice;
import android.view.MotionEvent;
import android.view.MotionEvent.PointerCoords;
import android.view.MotionEvent.PointerProperties;
import android.view.WindowManager.LayoutParams;
import io.reprise.phone.guest.window.NavigationButton;
import io.reprise.phone.guest.window.PhoneWindow;
import io.reprise.phone.guest.window.Shade;
import io.reprise.phone.guest.window.SystemBars;
import io.reprise.phone.guest.window.Windows;
import io.reprise.phone.host.Refusal;
import java.util.List;
import reprise.Phone.PhoneInput;
import reprise.Phone.PhoneMotion;

/**
 * Touches, hovering and scrolling. The window is the one under the first finger
 * when it goes down, and stays until the last is up. Moves wait for the next
 * frame and come as one event with a history, as on a phone. Main thread only.
 */
final class Motions {
  private static final int MAX_POINTERS = 16;

  private final Runnable consume = this::flush;
  private final EdgeGestures edges = new EdgeGestures();
  private PhoneWindow target;
  private NavigationButton button;
  private boolean barTouched;
  /** Where the status bar was touched. */
  private float barY;
  private long downTime;
  private MotionEvent batch;
  private boolean waiting;

  void reset() {
    target = null;
    button = null;
    barTouched = false;
    batch = null;
    waiting = false;
    edges.reset();
  }

  /** Refuses what is no input. Any thread. */
  static void check(PhoneInput input) {
    if (input.getWhatCase() == PhoneInput.WhatCase.WHAT_NOT_SET) {
      throw new Refusal("an input says nothing: motion, key, commit_text and editor_action are known");
    }
    if (!input.hasMotion()) return;
    PhoneMotion m = input.getMotion();
    int n = m.getPointersCount();
    if (n == 0 || n > MAX_POINTERS || m.getActionIndex() < 0 || m.getActionIndex() >= n) {
      throw new Refusal("a touch has " + n + " pointers and action_index " + m.getActionIndex()
          + "; 1 to " + MAX_POINTERS + " pointers are accepted");
    }
    for (PhoneMotion.Pointer p : m.getPointersList()) {
      if (p.getId() < 0 || p.getId() > 31 || !Float.isFinite(p.getX()) || !Float.isFinite(p.getY())) {
        throw new Refusal("a pointer has id " + p.getId() + " at " + p.getX() + ", " + p.getY()
            + "; ids 0 to 31 and finite places are accepted");
      }
    }
  }

  void deliver(PhoneMotion m, long at, long down) {
    if (gesture(m, at)) return;
    int action = m.getAction();
    float x = m.getPointers(0).getX();
    float y = m.getPointers(0).getY();
    boolean hovers = action >= MotionEvent.ACTION_HOVER_MOVE;
    if (action == MotionEvent.ACTION_DOWN) {
      flush();
      downTime = (down > 0 ? down : at) / 1_000_000;
      target = null;
      button = NavigationButton.at(x, y);
      barTouched = button != null || SystemBars.get().status().contains((int) x, (int) y);
      barY = y;
      if (!barTouched) target = choose(m, at);
    } else if (down > 0) {
      downTime = down / 1_000_000;
    }
    if (barTouched && !hovers) {
      touchBar(action, x, y, at);
      return;
    }
    PhoneWindow to = hovers ? under(x, y) : target;
    if (to == null || to.view() == null) return;
    MotionEvent event = event(m, to, at, m.getAction(), m.getActionIndex());
    boolean moves = action == MotionEvent.ACTION_MOVE || action == MotionEvent.ACTION_HOVER_MOVE;
    if (!moves) {
      flush();
      to.root().dispatchInputEvent(event);
      if (action == MotionEvent.ACTION_UP || action == MotionEvent.ACTION_CANCEL) target = null;
      return;
    }
    add(to, event);
  }

  /** True if the touch is a gesture of the phone's. */
  private boolean gesture(PhoneMotion m, long at) {
    if (edges.follow(m)) {
      flush();
      barTouched = false;
      if (target != null && target.view() != null) {
        target.root().dispatchInputEvent(event(m, target, at, MotionEvent.ACTION_CANCEL, 0));
      }
      target = null;
    }
    if (!edges.taken()) return false;
    if (m.getAction() == MotionEvent.ACTION_CANCEL) edges.reset();
    if (m.getAction() == MotionEvent.ACTION_UP) Inputs.get().keys().press(edges.end(), at);
    return true;
  }

  /** Adds a move to what waits for the next frame. */
  private void add(PhoneWindow to, MotionEvent event) {
    if (batch != null && (batchTarget != to || batch.getPointerCount() != event.getPointerCount()
        || batch.getAction() != event.getAction() || batch.getSource() != event.getSource())) {
      flush();
    }
    if (batch == null) {
      batch = event;
      batchTarget = to;
    } else {
      PointerCoords[] coords = new PointerCoords[event.getPointerCount()];
      for (int i = 0; i < coords.length; i++) {
        coords[i] = new PointerCoords();
        event.getPointerCoords(i, coords[i]);
      }
      batch.addBatch(event.getEventTime(), coords, event.getMetaState());
      event.recycle();
    }
    if (waiting) return;
    waiting = true;
    Choreographer.getInstance().postCallback(Choreographer.CALLBACK_INPUT, consume, null);
  }

  private PhoneWindow batchTarget;

  /** Delivers the moves that wait. */
  void flush() {
    if (waiting) Choreographer.getInstance().removeCallbacks(Choreographer.CALLBACK_INPUT, consume, null);
    waiting = false;
    if (batch == null) return;
    MotionEvent event = batch;
    batch = null;
    if (batchTarget.view() != null) batchTarget.root().dispatchInputEvent(event);
  }

  private void touchBar(int action, float x, float y, long at) {
    if (action == MotionEvent.ACTION_UP) {
      if (button != null && NavigationButton.at(x, y) == button) {
        Inputs.get().keys().press(button.key, at);
      }
      // Drawn down by more than its own height.
      if (button == null && y - barY > SystemBars.get().status().height()) Shade.get().open();
      barTouched = false;
    } else if (action == MotionEvent.ACTION_CANCEL) {
      barTouched = false;
    }
  }

  /** The window for a gesture; those that watch for touches beside them are told. */
  private PhoneWindow choose(PhoneMotion m, long at) {
    List<PhoneWindow> visible = Windows.get().visible();
    float x = m.getPointers(0).getX();
    float y = m.getPointers(0).getY();
    for (int i = visible.size() - 1; i >= 0; i--) {
      PhoneWindow w = visible.get(i);
      if (w.has(LayoutParams.FLAG_NOT_TOUCHABLE)) continue;
      if (w.modal() || contains(w, x, y)) return w;
      if (w.has(LayoutParams.FLAG_WATCH_OUTSIDE_TOUCH)) {
        w.root().dispatchInputEvent(event(m, w, at, MotionEvent.ACTION_OUTSIDE, 0));
      }
    }
    return null;
  }

  private static PhoneWindow under(float x, float y) {
    List<PhoneWindow> visible = Windows.get().visible();
    for (int i = visible.size() - 1; i >= 0; i--) {
      PhoneWindow w = visible.get(i);
      if (!w.has(LayoutParams.FLAG_NOT_TOUCHABLE) && (w.modal() || contains(w, x, y))) return w;
    }
    return null;
  }

  private static boolean contains(PhoneWindow w, float x, float y) {
    Rect r = w.frame();
    return x >= r.left && x < r.right && y >= r.top && y < r.bottom;
  }

  private MotionEvent event(PhoneMotion m, PhoneWindow to, long at, int action, int index) {
    int n = m.getPointersCount();
    PointerProperties[] properties = new PointerProperties[n];
    PointerCoords[] coords = new PointerCoords[n];
    for (int i = 0; i < n; i++) {
      PhoneMotion.Pointer p = m.getPointers(i);
      properties[i] = new PointerProperties();
      properties[i].id = p.getId();
      properties[i].toolType = p.getToolType() == 0 ? MotionEvent.TOOL_TYPE_FINGER : p.getToolType();
      coords[i] = new PointerCoords();
      coords[i].x = p.getX();
      coords[i].y = p.getY();
      coords[i].pressure = p.getPressure() == 0 ? 1 : p.getPressure();
      coords[i].size = p.getSize();
      if (action == MotionEvent.ACTION_SCROLL) {
        coords[i].setAxisValue(MotionEvent.AXIS_HSCROLL, m.getHscroll());
        coords[i].setAxisValue(MotionEvent.AXIS_VSCROLL, m.getVscroll());
      }
    }
    if (action == MotionEvent.ACTION_POINTER_DOWN || action == MotionEvent.ACTION_POINTER_UP) {
      action |= index << MotionEvent.ACTION_POINTER_INDEX_SHIFT;
    }
    int source = m.getSource() == 0 ? InputDevice.SOURCE_TOUCHSCREEN : m.getSource();
    MotionEvent e = MotionEvent.obtain(downTime, at / 1_000_000, action, n, properties, coords,
        Inputs.get().keys().meta(), 0, 1, 1, 0, 0, source, 0);
    e.offsetLocation(-to.frame().left, -to.frame().top);
    return e;
  }
}
