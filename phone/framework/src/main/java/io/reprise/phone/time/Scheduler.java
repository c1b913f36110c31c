package io.reprise.phone.time;

import io.reprise.phone.time.Guest.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * With the virtual clock, exactly one thread of the app runs at a time: it has
 * the baton. It is handed over where a thread waits: park, sleep, Object.wait, an
 * idle message loop, the begin and end of threads, a monitor that another thread
 * holds, the network. Who is next follows from the order in which threads became
 * ready, or from the seed. So one input and one seed make one order.
 *
 * <p>Only native monitors are used here and in {@link Guest}: the JDK's locks are
 * woven and come back here.
 */
final class Scheduler {
  /** Guards all state of guests and of {@link Driver}. Held shortly. */
  static final Object LOCK = new Object();

  private static final long GRACE_NS = 2_000_000;

  /** Added to the order of who was outside: comes after all who were here. */
  private static final long LATE = 1L << 60;

  /** All that live, by thread id. Read without the lock. */
  private static final ConcurrentHashMap<Long, Guest> GUESTS = new ConcurrentHashMap<>();

  /** Those who may be chosen; LOCK. */
  private static final List<Guest> READY = new ArrayList<>();

  /** Who has the baton. Written under LOCK. */
  static volatile Guest running;

  /** Guests that hold monitors and do not run. Written under LOCK. */
  static volatile int holders;

  /** READY guests that want a monitor. Written under LOCK. */
  static volatile int contenders;

  /** How often the baton went on, and when it last did, of the host; LOCK. */
  static long switches;
  private static long switched;

  private static long order; // LOCK
  private static long numbers; // LOCK

  private Scheduler() {}

  /** The guest that the current thread is; null = a host's. */
  static Guest current() {
    Guest guest = running;
    Thread thread = Thread.currentThread();
    if (guest != null && guest.thread == thread) return guest;
    return GUESTS.get(thread.getId());
  }

  static Guest of(Thread thread) {
    return GUESTS.get(thread.getId());
  }

  /** In no order. */
  static Iterable<Guest> all() {
    return GUESTS.values();
  }

  /** In the order of their creation. */
  static List<Guest> guests() {
    List<Guest> all = new ArrayList<>(GUESTS.values());
    all.sort((a, b) -> Long.compare(a.number, b.number));
    return all;
  }

  /**
   * At the begin of every hook: the guest, which has the baton then; null if the
   * hook is to do what it would do without us.
   */
  static Guest enter() {
    Guest guest = current();
    if (guest == null || !Clock.virtual || guest.aside > 0) return null;
    if (guest.state != State.RUNNING) {
      if (guest.inNetwork) return null;
      comeBack(guest);
    }
    if (guest.doomed) throw new Doom();
    return guest;
  }

  static void adopt() {
    Thread thread = Thread.currentThread();
    if (of(thread) != null) return;
    Guest guest = register(thread);
    if (Clock.virtual) comeBack(guest);
    Hooks.begin(thread);
  }

  private static Guest register(Thread thread) {
    synchronized (LOCK) {
      Guest guest = new Guest(thread, ++numbers);
      GUESTS.put(thread.getId(), guest);
      return guest;
    }
  }

  /**
   * A thread of the app starts one: true = it gets its turn later and is started
   * then. The new one belongs to the app as its parent does.
   */
  static boolean start(Thread thread) {
    Guest parent = current();
    if (parent == null || parent.aside > 0) return false;
    if (thread.getClass().getName().endsWith(".InnocuousThread")) return false;
    if (of(thread) != null) throw new IllegalThreadStateException();
    if (!Clock.virtual) {
      register(thread);
      return false;
    }
    enter(); // a pool whose thread is thrown away starts another: not any more
    Guest guest = register(thread);
    synchronized (LOCK) {
      guest.unborn = true;
      ready(guest);
    }
    dispatch();
    return true;
  }

  /** LOCK: it is over without ever having run. */
  static void forget(Guest guest) {
    GUESTS.remove(guest.thread.getId());
  }

  /** The current thread ends. */
  static void ended(Thread thread) {
    Guest guest = GUESTS.remove(thread.getId());
    if (guest == null) return;
    Guest next;
    synchronized (LOCK) {
      leave(guest);
      guest.state = State.ENDED;
      Monitors.wakeAll(thread);
      LOCK.notifyAll();
      next = choose();
    }
    hand(next);
  }

  /** LOCK: it has no baton, no monitors and no place in line any more. */
  static void leave(Guest guest) {
    if (running == guest) running = null;
    else if (guest.heldCount > 0) holders--;
    guest.heldCount = 0;
    if (READY.remove(guest) && guest.wants != null) contenders--;
  }

  /** LOCK: it could run. */
  static void ready(Guest guest) {
    if (guest.waitsOn != null) {
      guest.wants = guest.waitsOn;
      guest.waitsOn = null;
    }
    guest.state = State.READY;
    guest.due = PhoneTime.NEVER;
    guest.parked = false;
    guest.interruptible = false;
    guest.order = ++order;
    READY.add(guest);
    if (guest.wants != null) contenders++;
    Guest me = running;
    if (me != null && me.thread == Thread.currentThread() && Seeds.makesWay(me, guest)) {
      me.yields = true;
    }
  }

  /** LOCK: whose turn it is, if it is anyone's; takes the baton for it. */
  static Guest choose() {
    if (running != null) return null;
    Guest best = Seeds.varies() ? lot() : null;
    if (!Seeds.varies()) {
      for (Guest guest : READY) {
        if ((best == null || guest.order < best.order) && isAble(guest)) best = guest;
      }
    }
    if (best == null) {
      LOCK.notifyAll(); // perhaps all is idle
      return null;
    }
    READY.remove(best);
    if (best.heldCount > 0) holders--;
    if (best.wants != null) contenders--;
    for (; best.wantsCount > 0; best.wantsCount--) best.enter(best.wants);
    best.wants = null;
    best.state = State.RUNNING;
    running = best;
    switches++;
    switched = System.nanoTime();
    return best;
  }

  private static boolean isAble(Guest guest) {
    return guest.wants == null || !isHeldByOther(guest.wants, guest);
  }

  /**
   * LOCK: one of those who could run, by lot. Who comes back from outside does so when it does,
   * which no seed decides, and has no lot while there are others.
   */
  private static Guest lot() {
    List<Guest> able = new ArrayList<>();
    List<Guest> late = new ArrayList<>();
    for (Guest guest : READY) {
      if (isAble(guest)) (guest.order < LATE ? able : late).add(guest);
    }
    if (able.isEmpty()) able = late;
    long key = 0;
    for (Guest guest : able) key += Seeds.mix(guest.number);
    if (able.size() < 2) return able.isEmpty() ? null : able.get(0);
    able.sort((a, b) -> Long.compare(a.number, b.number));
    return able.get(Seeds.below(able.size(), key));
  }

  /** LOCK: has it to wait before it enters? Those who came before go first. */
  static boolean mustWait(Object monitor, Guest asking) {
    if (isHeldByOther(monitor, asking)) return true;
    if (asking.holds(monitor) || Seeds.varies()) return false;
    for (Guest guest : READY) if (guest.wants == monitor) return true;
    return false;
  }

  /** LOCK: does a guest other than this one hold the monitor? */
  static boolean isHeldByOther(Object monitor, Guest asking) {
    if (holders == 0) return false;
    for (Guest guest : GUESTS.values()) {
      if (guest != asking && guest.heldCount > 0 && guest.holds(monitor)) return true;
    }
    return false;
  }

  /** Lets the chosen one go on; without LOCK. */
  static void hand(Guest next) {
    if (next == null) return;
    if (!next.unborn) {
      next.wake();
      return;
    }
    next.unborn = false;
    Throwable failure = Births.start(next.thread);
    if (failure != null) {
      Clock.say("The app's " + next.name() + " could not be started: " + failure + ".");
      ended(next.thread);
    }
  }

  /** If nobody runs, lets the next one do so; without LOCK, any thread. */
  static void dispatch() {
    Guest next;
    synchronized (LOCK) {
      next = choose();
    }
    hand(next);
  }

  /**
   * The current thread, which runs, waits until it is READY and has its turn.
   * What ends the wait was set under the same LOCK by the caller.
   *
   * @param monitor the one of Object.wait, which is released meanwhile; or null
   */
  static Guest beginPause(Guest guest, State state, long due, Object monitor) {
    guest.reads = 0;
    guest.state = state;
    guest.due = due;
    guest.willSleepIn(monitor);
    running = null;
    if (guest.heldCount > 0) holders++;
    if (state == State.READY) ready(guest);
    else guest.order = ++order;
    return choose();
  }

  /** The second half, without LOCK. */
  static void endPause(Guest guest, Guest next) {
    if (next != guest) {
      hand(next);
      guest.sleep();
    }
    if (guest.doomed) throw new Doom();
  }

  /** Waits, at most until due; the caller says under LOCK what else ends it. */
  static void pause(Guest guest, long due) {
    Guest next;
    synchronized (LOCK) {
      next = beginPause(guest, State.WAITING, due, null);
    }
    endPause(guest, next);
  }

  /** Another one may run first. */
  static void yield(Guest guest) {
    Guest next;
    synchronized (LOCK) {
      guest.yields = false;
      next = beginPause(guest, State.READY, PhoneTime.NEVER, null);
    }
    endPause(guest, next);
  }

  /** At hooks where it does no harm: uses the opportunity that the seed chose. */
  static void mayYield(Guest guest) {
    if (guest.yields && guest.heldCount == 0) Scheduler.yield(guest);
  }

  /** The running guest goes where we have no hand in it; see OUTSIDE. */
  static void goOutside(Guest guest, boolean network, long limitNs) {
    Guest next;
    synchronized (LOCK) {
      guest.inNetwork = network;
      next = takeBaton(guest, limitNs);
    }
    hand(next);
  }

  /** LOCK: it is OUTSIDE now; who runs instead. */
  static Guest takeBaton(Guest guest, long limitNs) {
    guest.reads = 0;
    guest.state = State.OUTSIDE;
    guest.outsideSince = System.nanoTime();
    guest.outsideLimit = limitNs;
    running = null;
    if (guest.heldCount > 0) holders++;
    return choose();
  }

  /** The current thread was OUTSIDE and waits for the baton. */
  static void comeBack(Guest guest) {
    Guest next;
    synchronized (LOCK) {
      guest.inNetwork = false;
      guest.returns = false;
      if (guest.state != State.OUTSIDE) {
        if (guest.state == State.RUNNING) return;
        guest.willSleepIn(null); // over: sleeps for ever
        next = null;
      } else {
        guest.willSleepIn(null);
        ready(guest);
        guest.order += LATE;
        next = choose();
      }
    }
    endPause(guest, next);
  }

  /** The clock was set: the real one lets all go, the virtual one begins anew. */
  static void clockWasSet() {
    List<Guest> freed = new ArrayList<>();
    synchronized (LOCK) {
      Driver.forget();
      switches = 0;
      order = 0;
      numbers = 0;
      for (Guest guest : GUESTS.values()) numbers = Math.max(numbers, guest.number);
      if (!Clock.virtual) {
        for (Guest guest : guests()) {
          if (guest.state == State.OUTSIDE || guest.state == State.ENDED) continue;
          if (guest.state != State.RUNNING) freed.add(guest);
          guest.state = State.OUTSIDE;
          guest.outsideLimit = 0;
        }
        READY.clear();
        holders = 0;
        contenders = 0;
        running = null;
      }
      LOCK.notifyAll();
    }
    for (Guest guest : freed) hand(guest);
    PollQueue.wakeAll();
    Watch.start();
  }

  /** LOCK: true if only time or the host can make a guest run. */
  static boolean isIdle() {
    return running == null && outsideUntil() == 0;
  }

  /** LOCK: until when (host's ns) guests outside hold time back; 0 = not. */
  static long outsideUntil() {
    long until = 0;
    long now = System.nanoTime();
    for (Guest guest : GUESTS.values()) {
      if (guest.state != State.OUTSIDE) continue;
      if (guest.outsideLimit == 0) continue;
      // After its limit it still has the time to see what the others did last: the
      // kernel wakes it at once, but a loaded host lets it run later.
      long end = Math.max(guest.outsideSince + guest.outsideLimit, switched + GRACE_NS);
      if (end <= now && (guest.returns || !guest.sleepsInKernel())) end = now + GRACE_NS;
      if (end - now > 0 && (until == 0 || end > until)) until = end;
    }
    return until;
  }

  static boolean othersAreReady() {
    synchronized (LOCK) {
      return !READY.isEmpty();
    }
  }

  static boolean isGuest(long threadId) {
    return GUESTS.containsKey(threadId);
  }
}
