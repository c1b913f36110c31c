package io.reprise.phone.guest.window;

import android.graphics.Rect;
import android.hardware.display.DisplayManagerGlobal;
import android.view.Display;
import android.view.DisplayInfo;
import android.view.InsetsSource;
import android.view.InsetsState;
import android.view.Surface;
import android.view.WindowInsets.Type;
import android.view.WindowInsetsController;
import android.view.WindowManager.LayoutParams;
import java.util.List;

/**
 * The status bar and the navigation bar: where they are, whether they are shown,
 * and what that leaves to windows (insets). The window with the focus decides
 * whether they are shown, as on a phone. Guarded by itself.
 */
public final class SystemBars {
  private static final int STATUS_DP = 24;
  /** Displays of at least this smallest width keep the bar at the bottom. */
  private static final int TABLET_DP = 600;
  private static final int STATUS_ID = InsetsSource.createId(null, 0, Type.statusBars());
  private static final int NAVIGATION_ID = InsetsSource.createId(null, 0, Type.navigationBars());
  private static final int TAPPABLE_ID = InsetsSource.createId(null, 0, Type.tappableElement());

  private static final int STATUS_TAPPABLE_ID = InsetsSource.createId(null, 1, Type.tappableElement());
  private static final int STATUS_GESTURES_ID = InsetsSource.createId(null, 0, Type.mandatorySystemGestures());
  private static final int UP_ID = InsetsSource.createId(null, 1, Type.mandatorySystemGestures());
  private static final int LEFT_ID = InsetsSource.createId(null, 0, Type.systemGestures());
  private static final int RIGHT_ID = InsetsSource.createId(null, 1, Type.systemGestures());

  private static final SystemBars INSTANCE = new SystemBars();

  private final InsetsState insets = new InsetsState();
  private final Rect display = new Rect();
  private final Rect status = new Rect();
  private final Rect navigation = new Rect();
  private final Rect keyboard = new Rect();
  private boolean darkKeyboard;
  private boolean statusShown = true;
  private boolean navigationShown = true;
  private boolean lightStatus;
  private boolean lightNavigation;
  private boolean statusBack;
  private boolean navigationBack;
  private int density;
  private int rotation;

  private SystemBars() {}

  public static SystemBars get() {
    return INSTANCE;
  }

  synchronized void reset() {
    statusShown = true;
    navigationShown = true;
    display.setEmpty();
    keyboard.setEmpty();
    insets.removeSource(InsetsSource.ID_IME);
  }

  /** The whole display, as turned. */
  public synchronized Rect display() {
    refresh();
    return new Rect(display);
  }

  public synchronized int rotation() {
    refresh();
    return rotation;
  }

  public synchronized int density() {
    return density;
  }

  /** The insets that windows are told; a copy is not made. */
  synchronized InsetsState insets() {
    refresh();
    return insets;
  }

  /** The display without the strips in which gestures begin. */
  public synchronized Rect withoutGestures() {
    refresh();
    int side = px(NavigationMode.sideDp(), density);
    return new Rect(side, 0, display.right - side, display.bottom - px(NavigationMode.upDp(), density));
  }

  /** What it is made of has changed: it is measured anew when next asked. */
  synchronized void remeasure() {
    display.setEmpty();
  }

  /** The status bar; empty while it is hidden. */
  public synchronized Rect status() {
    refresh();
    return statusShown ? new Rect(status) : new Rect();
  }

  /** The navigation bar; empty while it is hidden. */
  public synchronized Rect navigation() {
    refresh();
    return navigationShown ? new Rect(navigation) : new Rect();
  }

  /** Main thread: where the on-screen keyboard is, empty = nowhere; windows are told. */
  public void keyboard(Rect at, boolean dark) {
    synchronized (this) {
      refresh();
      keyboard.set(at);
      darkKeyboard = dark;
      fill();
    }
    for (PhoneWindow w : Windows.get().visible()) {
      if (!w.isKeyboard()) WindowSession.get().sendResized(w);
    }
    Screen.get().stale();
  }

  /** The on-screen keyboard with what is below it; empty while it is hidden. */
  public synchronized Rect keyboard() {
    return new Rect(keyboard);
  }

  /** Dark icons on a light bar. */
  synchronized boolean lightStatus() {
    return lightStatus;
  }

  synchronized boolean lightNavigation() {
    return keyboard.isEmpty() ? lightNavigation : !darkKeyboard;
  }

  /** The window in front does not draw behind the bar: it is black. */
  synchronized boolean statusBack() {
    return statusBack;
  }

  synchronized boolean navigationBack() {
    return navigationBack && keyboard.isEmpty();
  }

  private void refresh() {
    DisplayInfo info = DisplayManagerGlobal.getInstance().getDisplayInfo(Display.DEFAULT_DISPLAY);
    if (display.width() == info.logicalWidth && display.height() == info.logicalHeight
        && density == info.logicalDensityDpi && rotation == info.rotation) {
      return;
    }
    display.set(0, 0, info.logicalWidth, info.logicalHeight);
    density = info.logicalDensityDpi;
    rotation = info.rotation;
    status.set(0, 0, display.width(), px(STATUS_DP, density));
    navigation.set(navigation(display.width(), display.height(), density, rotation));
    fill();
  }

  /** Where the navigation bar is on a display: at a small one's side when it lies. */
  private static Rect navigation(int w, int h, int density, int rotation) {
    int size = px(NavigationMode.barDp(), density);
    boolean side = !NavigationMode.gestural() && w > h && Math.min(w, h) < px(TABLET_DP, density);
    if (!side) return new Rect(0, h - size, w, h);
    return rotation == Surface.ROTATION_270 ? new Rect(0, 0, size, h) : new Rect(w - size, 0, w, h);
  }

  /** What the navigation bar leaves of a display to apps. */
  public static Rect appBounds(int w, int h, int density, int rotation) {
    Rect bar = navigation(w, h, density, rotation);
    if (bar.width() == w) return new Rect(0, 0, w, bar.top);
    return bar.left == 0 ? new Rect(bar.right, 0, w, h) : new Rect(0, 0, bar.left, h);
  }

  /** Height of the status bar. */
  public static int statusHeight(int density) {
    return px(STATUS_DP, density);
  }

  private static int px(int dp, int density) {
    return Math.round(dp * density / 160f);
  }

  private void fill() {
    insets.setDisplayFrame(display);
    insets.getOrCreateSource(STATUS_ID, Type.statusBars()).setFrame(status).setVisible(statusShown);
    insets.getOrCreateSource(NAVIGATION_ID, Type.navigationBars()).setFrame(navigation)
        .setVisible(navigationShown);
    // The bar of gestures has nothing to tap.
    insets.getOrCreateSource(TAPPABLE_ID, Type.tappableElement()).setFrame(navigation)
        .setVisible(navigationShown && !NavigationMode.gestural());
    insets.getOrCreateSource(STATUS_TAPPABLE_ID, Type.tappableElement()).setFrame(status)
        .setVisible(statusShown);
    insets.getOrCreateSource(STATUS_GESTURES_ID, Type.mandatorySystemGestures()).setFrame(status)
        .setVisible(true);
    Rect up = new Rect(navigation);
    if (navigation.width() == display.width()) up.top = display.bottom - px(NavigationMode.upDp(), density);
    insets.getOrCreateSource(UP_ID, Type.mandatorySystemGestures()).setFrame(up).setVisible(true);
    int side = px(NavigationMode.sideDp(), density);
    insets.getOrCreateSource(LEFT_ID, Type.systemGestures())
        .setFrame(new Rect(0, 0, side, display.bottom)).setVisible(side > 0);
    insets.getOrCreateSource(RIGHT_ID, Type.systemGestures())
        .setFrame(new Rect(display.right - side, 0, display.right, display.bottom)).setVisible(side > 0);
    if (keyboard.isEmpty() && insets.peekSource(InsetsSource.ID_IME) == null) return;
    insets.getOrCreateSource(InsetsSource.ID_IME, Type.ime()).setFrame(keyboard)
        .setVisible(!keyboard.isEmpty());
  }

  /** Main thread: follows the window in front; windows are told when something changed. */
  void update() {
    List<PhoneWindow> visible = Windows.get().visible();
    boolean changed;
    synchronized (this) {
      PhoneWindow by = null;
      PhoneWindow full = null;
      for (int i = visible.size() - 1; i >= 0; i--) {
        PhoneWindow w = visible.get(i);
        if (w.isSystem()) continue;
        if (by == null && w.focusable()) by = w;
        if (full == null && w.attrs.isFullscreen() && !w.isSub()) full = w;
      }
      if (by == null) by = full;
      int types = by == null ? Type.systemBars() : by.requestedTypes;
      boolean showStatus = (types & Type.statusBars()) != 0;
      boolean showNavigation = (types & Type.navigationBars()) != 0;
      changed = showStatus != statusShown || showNavigation != navigationShown;
      statusShown = showStatus;
      navigationShown = showNavigation;
      if (full != null) {
        int look = full.attrs.insetsFlags.appearance;
        lightStatus = (look & WindowInsetsController.APPEARANCE_LIGHT_STATUS_BARS) != 0;
        lightNavigation = (look & WindowInsetsController.APPEARANCE_LIGHT_NAVIGATION_BARS) != 0;
        boolean draws = full.has(LayoutParams.FLAG_DRAWS_SYSTEM_BAR_BACKGROUNDS)
            || (full.attrs.privateFlags & LayoutParams.PRIVATE_FLAG_FORCE_DRAW_BAR_BACKGROUNDS) != 0;
        statusBack = !draws && !full.has(LayoutParams.FLAG_TRANSLUCENT_STATUS);
        navigationBack = !draws && !full.has(LayoutParams.FLAG_TRANSLUCENT_NAVIGATION);
      }
      if (changed) fill();
    }
    if (changed) for (PhoneWindow w : visible) WindowSession.get().sendResized(w);
  }
}
