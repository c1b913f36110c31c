package io.reprise.phone.guest.keyboard;

import android.text.InputType;
import io.reprise.phone.guest.keyboard.Key.Does;
import java.util.ArrayList;
import java.util.List;

/** The rows of keys, by the kind of field and by what the user chose. */
enum KeyLayout {
  LETTERS, SYMBOLS, MORE, NUMBER, PHONE, DATE;

  /** What a field of that EditorInfo.inputType begins with. */
  static KeyLayout of(int inputType) {
    return switch (inputType & InputType.TYPE_MASK_CLASS) {
      case Ime.NUMBER -> NUMBER;
      case Ime.PHONE -> PHONE;
      case Ime.DATETIME -> DATE;
      default -> LETTERS;
    };
  }

  boolean isPad() {
    return this == NUMBER || this == PHONE || this == DATE;
  }

  List<List<Key>> rows(int inputType) {
    return switch (this) {
      case LETTERS -> full("qwertyuiop", "asdfghjkl", Key.of(Does.SHIFT, "", 1.5f), "zxcvbnm",
          Key.of(Does.SYMBOLS, "?123", 1.5f), beside(inputType));
      case SYMBOLS -> full("1234567890", "@#$_&-+()/", Key.of(Does.MORE, "=\\<", 1.5f), "*\"':;!?",
          Key.of(Does.LETTERS, "ABC", 1.5f), ",");
      case MORE -> full("~`|•√π÷×¶∆", "£¢€¥^°={}\\", Key.of(Does.SYMBOLS, "?123", 1.5f), "%©®™✓[]",
          Key.of(Does.LETTERS, "ABC", 1.5f), "<");
      case NUMBER -> pad("-", ",", ".", Key.of(Does.SPACE, "␣", 1));
      case PHONE -> pad("-", "*", "#", Key.of("+"));
      case DATE -> pad("/", "-", ".", Key.of(":"));
    };
  }

  /** The key left of the space bar. */
  private static String beside(int inputType) {
    if ((inputType & InputType.TYPE_MASK_CLASS) != InputType.TYPE_CLASS_TEXT) return ",";
    return switch (inputType & InputType.TYPE_MASK_VARIATION) {
      case Ime.EMAIL, Ime.WEB_EMAIL -> "@";
      case Ime.URI -> "/";
      default -> ",";
    };
  }

  private static List<List<Key>> full(String first, String second, Key shift, String third, Key other,
      String comma) {
    List<Key> middle = new ArrayList<>();
    float room = (10 - second.length()) / 2f;
    if (room > 0) middle.add(Key.of(Does.NONE, "", room));
    middle.addAll(letters(second));
    if (room > 0) middle.add(Key.of(Does.NONE, "", room));
    List<Key> lower = new ArrayList<>();
    lower.add(shift);
    lower.addAll(letters(third));
    lower.add(Key.of(Does.DELETE, "", 1.5f));
    String end = comma.equals("<") ? ">" : ".";
    return List.of(letters(first), middle, lower, List.of(other, Key.of(comma),
        Key.of(Does.SPACE, "", 5), Key.of(end), Key.of(Does.ENTER, "", 1.5f)));
  }

  private static List<List<Key>> pad(String minus, String left, String right, Key fourth) {
    return List.of(
        List.of(Key.of("1"), Key.of("2"), Key.of("3"), Key.of(minus)),
        List.of(Key.of("4"), Key.of("5"), Key.of("6"), fourth),
        List.of(Key.of("7"), Key.of("8"), Key.of("9"), Key.of(Does.DELETE, "", 1)),
        List.of(Key.of(left), Key.of("0"), Key.of(right), Key.of(Does.ENTER, "", 1)));
  }

  private static List<Key> letters(String all) {
    List<Key> keys = new ArrayList<>();
    all.codePoints().forEach(c -> keys.add(Key.of(Character.toString(c))));
    return keys;
  }
}
