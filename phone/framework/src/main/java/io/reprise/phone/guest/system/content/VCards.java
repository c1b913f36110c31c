package io.reprise.phone.guest.system.content;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Reads the host's contacts: vCards of version 2.1, 3.0 and 4.0. What it does
 * not know, and what is not well formed, is left out.
 */
final class VCards {
  private static final int MAX_CARDS = 10_000;
  private static final int MAX_PROPERTIES = 200;

  /** A line of a card: TEL;TYPE=CELL:+1 555 0100. */
  record Property(String name, List<String> parameters, String value) {
    /** True if a parameter says so: "TYPE=HOME,PREF" or just "HOME". */
    boolean is(String word) {
      for (String p : parameters) {
        String words = p.substring(p.indexOf('=') + 1).replace("\"", "");
        for (String w : words.split(",")) if (w.equalsIgnoreCase(word)) return true;
      }
      return false;
    }

    /** Its parts, parted by semicolons, without their escapes. */
    List<String> parts() {
      List<String> all = new ArrayList<>();
      StringBuilder part = new StringBuilder();
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c == '\\' && i + 1 < value.length()) {
          char next = value.charAt(++i);
          part.append(next == 'n' || next == 'N' ? '\n' : next);
        } else if (c == ';') {
          all.add(part.toString());
          part.setLength(0);
        } else {
          part.append(c);
        }
      }
      all.add(part.toString());
      return all;
    }

    /** All of it as one text. */
    String text() {
      return String.join(";", parts()).trim();
    }

    /** What a picture holds; null = it is elsewhere. */
    byte[] bytes() {
      int comma = value.startsWith("data:") ? value.indexOf(',') : -1;
      if (comma < 0 && !is("b") && !is("BASE64")) return null;
      try {
        return Base64.getMimeDecoder().decode(value.substring(comma + 1));
      } catch (IllegalArgumentException e) {
        return null;
      }
    }
  }

  private VCards() {}

  /** The cards, each with its lines in their order. */
  static List<List<Property>> read(String text) {
    List<List<Property>> cards = new ArrayList<>();
    List<Property> card = null;
    for (String line : lines(text)) {
      int colon = colon(line);
      if (colon < 0) continue;
      String[] head = line.substring(0, colon).split(";");
      String name = head[0].substring(head[0].lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
      List<String> parameters = List.of(head).subList(1, head.length);
      Property p = new Property(name, parameters, line.substring(colon + 1));
      if (p.is("QUOTED-PRINTABLE")) p = new Property(name, parameters, plain(p.value));
      if (name.equals("BEGIN")) {
        card = new ArrayList<>();
      } else if (name.equals("END") && card != null) {
        cards.add(card);
        card = null;
        if (cards.size() >= MAX_CARDS) break;
      } else if (card != null && card.size() < MAX_PROPERTIES) {
        card.add(p);
      }
    }
    return cards;
  }

  /** Lines without their folds. */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\r\n|\n|\r")) {
      int last = lines.size() - 1;
      boolean soft = last >= 0 && lines.get(last).endsWith("=")
          && lines.get(last).toUpperCase(Locale.ROOT).contains("QUOTED-PRINTABLE");
      if (soft) {
        String before = lines.get(last);
        lines.set(last, before.substring(0, before.length() - 1) + line);
      } else if (last >= 0 && (line.startsWith(" ") || line.startsWith("\t"))) {
        lines.set(last, lines.get(last) + line.substring(1));
      } else {
        lines.add(line);
      }
    }
    return lines;
  }

  /** The first one outside quotes; -1 = none. */
  private static int colon(String line) {
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '"') quoted = !quoted;
      if (line.charAt(i) == ':' && !quoted) return i;
    }
    return -1;
  }

  private static String plain(String quoted) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] in = quoted.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < in.length; i++) {
      int high = i + 2 < in.length && in[i] == '=' ? Character.digit(in[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(in[i + 2], 16);
      if (low < 0) {
        out.write(in[i]);
      } else {
        out.write(high << 4 | low);
        i += 2;
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
