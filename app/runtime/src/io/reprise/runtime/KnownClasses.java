// Small classes of the library whose objects are a text: copied by it and made
// again from it, because their fields are nobody's business and, on newer
// systems, out of reach.
//
// Threads: any.
package io.reprise.runtime;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

final class KnownClasses {
  private static final Set<Class<?>> KNOWN = new HashSet<>();

  static {
    Class<?>[] known = {
      Date.class, BigInteger.class, BigDecimal.class, UUID.class, URI.class, URL.class,
      Locale.class, File.class, java.net.Inet4Address.class, java.net.Inet6Address.class,
      InetSocketAddress.class, StringBuilder.class, StringBuffer.class, AtomicInteger.class,
      AtomicLong.class, AtomicBoolean.class, Object.class, GregorianCalendar.class
    };
    for (Class<?> c : known) {
      KNOWN.add(c);
    }
  }

  private KnownClasses() {}

  static boolean has(Class<?> type) {
    return KNOWN.contains(type)
        || TimeZone.class.isAssignableFrom(type)
        || isTime(type);
  }

  // Instants, dates and the like, which parse what they print. Found by name:
  // older systems do not have them.
  private static boolean isTime(Class<?> type) {
    String name = type.getName();
    return name.startsWith("java.time.") && name.indexOf('.', 10) < 0 && !type.isEnum()
        && !name.endsWith("Clock") && name.indexOf('$') < 0 && !name.contains("Zone");
  }

  static String toText(Object object) {
    if (object instanceof Date) {
      return Long.toString(((Date) object).getTime());
    }
    if (object instanceof TimeZone) {
      return ((TimeZone) object).getID();
    }
    if (object instanceof GregorianCalendar) {
      Calendar calendar = (Calendar) object;
      return calendar.getTimeInMillis() + "@" + calendar.getTimeZone().getID();
    }
    if (object instanceof Locale) {
      return ((Locale) object).toLanguageTag();
    }
    if (object instanceof InetAddress) {
      return addressText((InetAddress) object);
    }
    if (object instanceof InetSocketAddress) {
      InetSocketAddress socket = (InetSocketAddress) object;
      String host =
          socket.isUnresolved()
              ? socket.getHostString()
              : addressText(socket.getAddress());
      return host + "#" + socket.getPort();
    }
    return object.getClass() == Object.class ? "" : object.toString();
  }

  static Object fromText(Class<?> type, String text) throws BadTape {
    try {
      return make(type, text);
    } catch (Exception e) {
      throw new BadTape("\"" + text + "\" is no " + type.getName(), e);
    }
  }

  private static Object make(Class<?> type, String text) throws Exception {
    if (type == Date.class) {
      return new Date(Long.parseLong(text));
    } else if (TimeZone.class.isAssignableFrom(type)) {
      return TimeZone.getTimeZone(text);
    } else if (type == GregorianCalendar.class) {
      int at = text.indexOf('@');
      Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone(text.substring(at + 1)));
      calendar.setTimeInMillis(Long.parseLong(text.substring(0, at)));
      return calendar;
    } else if (isTime(type)) {
      return type.getMethod("parse", CharSequence.class).invoke(null, text);
    } else if (type == Locale.class) {
      return Locale.forLanguageTag(text);
    } else if (type == UUID.class) {
      return UUID.fromString(text);
    } else if (InetAddress.class.isAssignableFrom(type)) {
      return address(text);
    } else if (type == InetSocketAddress.class) {
      int hash = text.lastIndexOf('#');
      int port = Integer.parseInt(text.substring(hash + 1));
      String host = text.substring(0, hash);
      return host.indexOf('/') < 0
          ? InetSocketAddress.createUnresolved(host, port)
          : new InetSocketAddress(address(host), port);
    } else if (type == AtomicInteger.class) {
      return new AtomicInteger(Integer.parseInt(text));
    } else if (type == AtomicLong.class) {
      return new AtomicLong(Long.parseLong(text));
    } else if (type == AtomicBoolean.class) {
      return new AtomicBoolean(Boolean.parseBoolean(text));
    } else if (type == Object.class) {
      return new Object();
    }
    return type.getConstructor(String.class).newInstance(text);
  }

  // "name/c0a80001": the name as it was given, so that none is looked up.
  private static String addressText(InetAddress address) {
    String shown = address.toString();
    StringBuilder text = new StringBuilder(shown.substring(0, shown.indexOf('/') + 1));
    for (byte b : address.getAddress()) {
      text.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return text.toString();
  }

  private static InetAddress address(String text) throws Exception {
    int slash = text.indexOf('/');
    String digits = text.substring(slash + 1);
    byte[] bytes = new byte[digits.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
    }
    String host = text.substring(0, slash);
    return host.isEmpty()
        ? InetAddress.getByAddress(bytes)
        : InetAddress.getByAddress(host, bytes);
  }
}
