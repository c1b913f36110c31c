package io.reprise.phone.guest.window;

import android.graphics.Rect;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.view.Choreographer;
import io.reprise.phone.guest.MainThread;
import io.reprise.phone.guest.News;
import io.reprise.phone.host.FrameFile;
import io.reprise.phone.time.PhoneTime;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import reprise.Phone.PhoneReply;

/**
 * Pictures of the screen in the supervisor's file: one when asked ({@link
 * #shoot}), and on change while somebody watches. A frame that cannot be sent
 * because the one before was not read is kept and sent later; what was drawn
 * between is counted.
 *
 * <p>Drawing is on the main thread; sending may be on the thread that reads from
 * the supervisor. Everything shared is guarded by this object.
 */
public final class Screen {
  /** Waited for before a picture: that of an input, and those of what it caused. */
  private static final int FRAMES = 3;
  private static final long FRAME_LIMIT_MS = 500;
  private static final Screen INSTANCE = new Screen();

  private final Compositor compositor = new Compositor();
  private final Damage damage = new Damage();
  private final Runnable later = this::drawForWatcher;
  private final Runnable inFrame = this::drawForWatcher;
  private Handler main;
  private boolean watching;
  private long interval;
  private long number;
  private int skipped;
  private boolean stale;
  private boolean scheduled;
  private long lastDrawn;
  /** The newest frame, not yet sent; null = there is none. */
  private byte[] pending;
  private PhoneReply.Frame.Builder pendingFrame;

  private Screen() {}

  public static Screen get() {
    return INSTANCE;
  }

  /** A new app begins: nobody watches, frames are counted on. */
  public synchronized void reset() {
    watching = false;
    stale = false;
    scheduled = false;
    pending = null;
    skipped = 0;
    main = null;
    damage.forget();
  }

  /** Frames on change from now on, or no longer. */
  public synchronized void watch(boolean frames, long intervalNs) {
    watching = frames;
    interval = intervalNs;
    pending = null;
    if (frames) {
      stale = true;
      schedule(0);
    }
  }

  /** Something that can be seen changed, outside of a frame. Any thread. */
  public synchronized void stale() {
    stale = true;
    if (watching) schedule(0);
  }

  /** Main thread: a window has drawn itself; called within a frame. */
  synchronized void drawn() {
    stale = true;
    if (!watching || scheduled) return;
    scheduled = true;
    Choreographer.getInstance().postCallback(Choreographer.CALLBACK_COMMIT, inFrame, null);
  }

  private void schedule(long delayMs) {
    if (scheduled) return;
    scheduled = true;
    if (main == null) main = Handler.createAsync(Looper.getMainLooper());
    main.postDelayed(later, delayMs);
  }

  private synchronized void drawForWatcher() {
    scheduled = false;
    if (!watching || !stale) return;
    long now = SystemClock.uptimeNanos();
    if (lastDrawn != 0 && now - lastDrawn < interval && now >= lastDrawn) {
      schedule((interval - (now - lastDrawn) + 999_999) / 1_000_000);
      return;
    }
    lastDrawn = now;
    if (pending != null) skipped++;
    Rect size = SystemBars.get().display();
    pendingFrame = frame(size);
    compositor.draw(size, pixels -> {
      if (pending == null || pending.length != pixels.remaining()) pending = new byte[pixels.remaining()];
      pixels.get(pending);
    });
    pendingFrame.setSecureContent(compositor.secure());
    stale = false;
    send();
  }

  /** The supervisor has read a frame: the next may go. Any thread. */
  public synchronized void read() {
    if (watching) send();
  }

  private void send() {
    if (pending == null || !FrameFile.get().free()) return;
    ByteBuffer file = FrameFile.get().room(pending.length);
    var rects = damage.write(ByteBuffer.wrap(pending), file, pendingFrame.getWidthPx(),
        pendingFrame.getHeightPx());
    pending = null;
    if (rects.isEmpty()) {
      skipped = 0;
      return;
    }
    pendingFrame.setNumber(++number).addAllDamage(rects).setSkipped(skipped);
    skipped = 0;
    FrameFile.get().sent(number);
    News.send(PhoneReply.newBuilder().setFrame(pendingFrame));
  }

  /** Waits, on the thread of requests, until the frame before was read or a second has passed. */
  public static void awaitRead() throws InterruptedException {
    for (int i = 0; i < 1000 && !FrameFile.get().free(); i++) Thread.sleep(1);
  }

  /**
   * On the real clock, on the thread of requests: waits for the frames that what
   * came before has asked for (text, then what a click did), not for animations.
   */
  public static void awaitFrames() throws InterruptedException {
    for (int i = 0; i < FRAMES && !PhoneTime.isVirtual(); i++) {
      CountDownLatch drawn = new CountDownLatch(1);
      boolean wanted = MainThread.call(() -> {
        boolean any = Windows.get().wantFrame();
        if (any) Choreographer.getInstance().postCallback(Choreographer.CALLBACK_COMMIT, drawn::countDown, null);
        return any;
      });
      if (!wanted || !drawn.await(FRAME_LIMIT_MS, TimeUnit.MILLISECONDS)) return;
    }
  }

  /** Main thread: a picture now. */
  public synchronized PhoneReply.Frame.Builder shoot() {
    Rect size = SystemBars.get().display();
    PhoneReply.Frame.Builder frame = frame(size).setNumber(++number).setSkipped(skipped);
    skipped = 0;
    pending = null;
    stale = false;
    compositor.draw(size, pixels -> {
      ByteBuffer file = FrameFile.get().room(pixels.remaining());
      frame.addAllDamage(damage.write(pixels, file, size.width(), size.height()));
    });
    // While somebody watches, the next frame waits until this one was read.
    if (watching) FrameFile.get().sent(number);
    return frame.setSecureContent(compositor.secure());
  }

  /** Main thread: draws what is on the screen, for nobody. */
  public synchronized void paint() {
    compositor.draw(SystemBars.get().display(), pixels -> {});
  }

  private PhoneReply.Frame.Builder frame(Rect size) {
    return PhoneReply.Frame.newBuilder().setUptimeNs(SystemClock.uptimeNanos())
        .setWidthPx(size.width()).setHeightPx(size.height()).setRotation(SystemBars.get().rotation());
  }
}
