package io.reprise.phone.time;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the JDK's clocks and waits became: the targets of woven calls, in the app,
 * in Android and in the JDK. For threads of the app under the virtual clock they
 * go by it; for all others they do what the woven call did.
 */
public final class Hooks {
  /** So many clock reads or yields without a wait are taken for a wait. */
  private static final int SPINS = 20_000;
  private static final long SPIN_NS = 1_000_000;

  private Hooks() {}

  static long nanos(long ms) {
    return ms > PhoneTime.NEVER / 1_000_000 ? PhoneTime.NEVER : ms * 1_000_000;
  }

  /** System.nanoTime(). */
  public static long nanoTime() {
    Guest guest = Clock.virtual ? Scheduler.enter() : null;
    if (guest == null) return System.nanoTime();
    spin(guest);
    return Clock.uptimeNanos();
  }

  /** System.currentTimeMillis(). */
  public static long currentTimeMillis() {
    Guest guest = Clock.virtual ? Scheduler.enter() : null;
    if (guest == null) return realTimeMillis();
    spin(guest);
    return Math.floorDiv(Clock.wallNanos(), 1_000_000L);
  }

  /** jdk.internal.misc.VM.getNanoTimeAdjustment, given what it answered. */
  public static long nanoTimeAdjustment(long offsetSeconds, long real) {
    Guest guest = Clock.virtual ? Scheduler.enter() : null;
    if (guest == null) return real;
    spin(guest);
    return Clock.wallNanos() - offsetSeconds * 1_000_000_000L;
  }

  private static long realTimeMillis() {
    return Scheduler.current() == null
        ? System.currentTimeMillis()
        : Math.floorDiv(Clock.wallNanos(), 1_000_000L);
  }

  /** A thread that reads the clock until time has passed would do so for ever. */
  private static void spin(Guest guest) {
    if (++guest.reads > SPINS) {
      guest.reads = 0;
      Scheduler.pause(guest, Clock.after(SPIN_NS));
    }
  }

  /** Thread.sleep(long). */
  public static void sleep(long ms) throws InterruptedException {
    Guest guest = Scheduler.enter();
    if (guest == null) {
      Thread.sleep(ms);
      return;
    }
    if (ms < 0) throw new IllegalArgumentException("timeout value is negative");
    if (Thread.interrupted()) throw new InterruptedException();
    long due = Clock.after(nanos(ms));
    do {
      Guest next;
      synchronized (Scheduler.LOCK) {
        guest.interruptible = true;
        next = Scheduler.beginPause(guest,
            ms == 0 ? Guest.State.READY : Guest.State.WAITING, due, null);
      }
      Scheduler.endPause(guest, next);
      if (Thread.interrupted()) throw new InterruptedException();
    } while (Clock.virtual && Clock.uptimeNanos() < due);
    if (!Clock.virtual) Thread.sleep(Math.max(0, (due - Clock.uptimeNanos()) / 1_000_000));
  }

  /** Thread.sleep(long, int). */
  public static void sleep(long ms, int ns) throws InterruptedException {
    if (ns < 0 || ns > 999999) throw new IllegalArgumentException("nanosecond timeout value out of range");
    sleep(ns > 0 && ms < Long.MAX_VALUE ? ms + 1 : ms);
  }

  /** Thread.yield() and Thread.onSpinWait(). */
  public static void yield() {
    Guest guest = Clock.virtual ? Scheduler.enter() : null;
    if (guest == null) {
      Thread.yield();
      return;
    }
    int reads = guest.reads + 100;
    if (reads > SPINS) {
      Scheduler.pause(guest, Clock.after(SPIN_NS));
    } else {
      Scheduler.yield(guest);
      guest.reads = reads;
    }
  }

  /** LockSupport.park(): true = it was done here. */
  public static boolean park() {
    return Clock.virtual && parkUntilDue(PhoneTime.NEVER);
  }

  /** LockSupport.parkNanos(long). */
  public static boolean parkNanos(long ns) {
    return Clock.virtual && (ns <= 0 || parkUntilDue(Clock.after(ns)));
  }

  /** LockSupport.parkUntil(long). */
  public static boolean parkUntil(long wallMs) {
    return Clock.virtual
        && parkUntilDue(Clock.after(nanos(Math.max(0, wallMs)) - Clock.wallNanos()));
  }

  private static boolean parkUntilDue(long due) {
    Guest guest = Scheduler.enter();
    if (guest == null) return false;
    Guest next;
    synchronized (Scheduler.LOCK) {
      if (guest.permit) {
        guest.permit = false;
        return true;
      }
      if (guest.thread.isInterrupted()) return true;
      guest.parked = true;
      guest.interruptible = true;
      next = Scheduler.beginPause(guest, Guest.State.WAITING, due, null);
    }
    Scheduler.endPause(guest, next);
    guest.permit = false;
    return true;
  }

  /** LockSupport.unpark(Thread): true = it was done here. */
  public static boolean unpark(Thread thread) {
    if (!Clock.virtual || thread == null) return false;
    Guest guest = Scheduler.of(thread);
    if (guest == null || guest.aside > 0) return false;
    synchronized (Scheduler.LOCK) {
      if (guest.state == Guest.State.WAITING && guest.parked) Scheduler.ready(guest);
      else guest.permit = true;
      if (guest.state == Guest.State.OUTSIDE) return false; // may be parked natively
    }
    Scheduler.dispatch();
    Guest me = Scheduler.running;
    if (me != null && me.thread == Thread.currentThread()) Scheduler.mayYield(me);
    return true;
  }

  /** Thread.start(): true = the thread starts when its turn has come. */
  public static boolean start(Thread thread) {
    return Scheduler.start(thread);
  }

  /** Thread.exit(): the last that a thread does. */
  public static void exit(Thread thread) {
    Scheduler.ended(thread);
  }

  /** The first that a thread does in Thread.run or what overrides it. */
  public static void begin(Thread thread) {
    if (!Clock.virtual || thread != Thread.currentThread()) return;
    Guest guest = Scheduler.of(thread);
    if (guest == null || guest.begun) return;
    guest.begun = true;
    guest.kernelId = JdkState.kernelId();
  }

  /** ClassLoader.postDefineClass: the JVM would draw its hash code before it is asked. */
  public static void defined(Class<?> type) {
    type.hashCode();
  }

  /**
   * The class of a lambda was made: its name says where it is from and not, as the
   * JDK's, how many were made before and where in memory it is. The '/' stays; the
   * JDK looks for it in names of hidden classes.
   */
  public static Class<?> lambda(Class<?> made, Class<?> of, String method) {
    JdkState.rename(made, of.getName() + "$$Lambda$" + method.replace("lambda$", "") + "/0");
    defined(made);
    return made;
  }

  /** Thread.getId(): the same in every run. */
  public static long getId(Thread thread) {
    Guest guest = Clock.virtual ? Scheduler.of(thread) : null;
    return guest == null ? thread.getId() : guest.number;
  }

  /** Thread.isAlive(). */
  public static boolean isAlive(Thread thread) {
    if (!Clock.virtual) return thread.isAlive();
    Guest guest = Scheduler.of(thread);
    if (guest != null) return guest.state != Guest.State.ENDED;
    return Scheduler.current() == null && thread.isAlive();
  }

  /** Thread.interrupt(), after it was done. */
  public static void interrupted(Thread thread) {
    if (!Clock.virtual) return;
    Guest guest = Scheduler.of(thread);
    if (guest == null) return;
    synchronized (Scheduler.LOCK) {
      if (guest.state != Guest.State.WAITING || !guest.interruptible) return;
      Scheduler.ready(guest);
    }
    Scheduler.dispatch();
  }

  /** A file was created or is being closed, or somebody asks for its time. */
  public static void file(Object path) {
    if (Clock.virtual && path != null) FileTimes.see(path.toString());
  }

  /** Random.seedUniquifier(), given what it answered. */
  public static long seed(long real) {
    return Clock.virtual && Scheduler.current() != null ? Seeds.nextLong() : real;
  }

  /** The AtomicLong.getAndAdd of seed generators. */
  public static long seed(AtomicLong generator, long step) {
    return seed(generator.getAndAdd(step));
  }

  /** Math.random(). */
  public static double random() {
    if (!Clock.virtual || Scheduler.current() == null) return Math.random();
    return (Seeds.nextLong() >>> 11) * 0x1.0p-53;
  }

  /** SecureRandom.nextBytes(byte[]): true = it was done here. */
  public static boolean randomBytes(byte[] bytes) {
    if (!Clock.virtual || Scheduler.current() == null) return false;
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (Seeds.nextLong() >>> 32);
    return true;
  }

  /** SecureRandom.generateSeed(int): null = to be done as ever. */
  public static byte[] randomSeed(int count) {
    if (!Clock.virtual || Scheduler.current() == null || count < 0) return null;
    byte[] bytes = new byte[count];
    randomBytes(bytes);
    return bytes;
  }
}
