package io.reprise.phone.time.tests;

import io.reprise.phone.time.PhoneTime;
import io.reprise.phone.weave.Weaver;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Runs a piece of code as an app would run under the virtual clock: woven, on a
 * thread of the app, in a process whose JDK is woven. No Android.
 */
final class Rig {
  static final long MS = 1_000_000;
  static final long BEGIN = 5_000 * MS;

  /** What the code says, each line with the phone's time in ms since the begin. */
  final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  volatile Throwable failure;

  Rig(long seed, boolean vary) {
    PhoneTime.abandon(thread -> false, 5_000_000_000L);
    PhoneTime.setNetwork(false, 0, 0);
    PhoneTime.set(true, BEGIN, 1_700_000_000_000L * MS, seed, vary);
  }

  /** Starts the class, a Consumer of a Consumer that it says its lines to. */
  @SuppressWarnings("unchecked")
  Rig start(Class<?> type) throws Exception {
    Class<?> woven = new Loader(type).loadClass(type.getName());
    var constructor = woven.getDeclaredConstructor();
    constructor.setAccessible(true);
    Consumer<Consumer<String>> code = (Consumer<Consumer<String>>) constructor.newInstance();
    CountDownLatch adopted = new CountDownLatch(1);
    Thread main = new Thread(() -> {
      try {
        PhoneTime.adopt();
        adopted.countDown();
        code.accept(this::say);
      } catch (ThreadDeath e) {
        throw e;
      } catch (Throwable e) {
        failure = e;
      }
    }, "main");
    main.start();
    adopted.await();
    return this;
  }

  private void say(String line) {
    lines.add((PhoneTime.uptimeNanos() - BEGIN) / MS + " " + line);
  }

  /** Lets so much phone time pass and returns what was said until then. */
  List<String> pass(long ms) throws Exception {
    PhoneTime.advance(PhoneTime.uptimeNanos() + ms * MS);
    if (failure != null) throw new AssertionError(failure);
    return new ArrayList<>(lines);
  }

  /** Loads the class and those beside it in its test, woven; all others as ever. */
  private static final class Loader extends ClassLoader {
    private final String prefix;

    Loader(Class<?> type) {
      super(type.getClassLoader());
      prefix = type.getEnclosingClass().getName() + "$";
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(prefix)) return super.loadClass(name, resolve);
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) return loaded;
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(file)) {
          byte[] bytes = Weaver.weave(in.readAllBytes(), true,
              owner -> owner.equals("java/lang/Thread"));
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }
}
