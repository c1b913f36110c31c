package io.reprise.notes;

import android.content.Context;
import android.content.SharedPreferences;

/** What the user chose. */
final class Settings {
  static final int NEWEST = 0;
  static final int BY_TITLE = 2;

  private final SharedPreferences kept;

  Settings(Context context) {
    kept = context.getSharedPreferences("settings", Context.MODE_PRIVATE);
  }

  boolean asksBeforeDelete() {
    return kept.getBoolean("ask", true);
  }

  void setAsksBeforeDelete(boolean asks) {
    kept.edit().putBoolean("ask", asks).apply();
  }

  boolean showsBodies() {
    return kept.getBoolean("bodies", true);
  }

  void setShowsBodies(boolean shows) {
    kept.edit().putBoolean("bodies", shows).apply();
  }

  int order() {
    return kept.getInt("order", NEWEST);
  }

  void setOrder(int order) {
    kept.edit().putInt("order", order).apply();
  }

  /** 0 to 4. */
  int size() {
    return kept.getInt("size", 2);
  }

  void setSize(int size) {
    kept.edit().putInt("size", size).apply();
  }

  String signature() {
    return kept.getString("signature", "");
  }

  void setSignature(String signature) {
    kept.edit().putString("signature", signature).apply();
  }
}
