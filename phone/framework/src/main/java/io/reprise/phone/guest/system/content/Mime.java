package io.reprise.phone.guest.system.content;

import android.provider.DocumentsContract.Document;
import android.webkit.MimeTypeMap;
import java.io.File;
import java.util.Locale;

/** What kind of file one is, by its name, as Android's media and documents have it. */
public final class Mime {
  private Mime() {}

  public static String of(File f) {
    return f.isDirectory() ? Document.MIME_TYPE_DIR : of(f.getName());
  }

  public static String of(String name) {
    int dot = name.lastIndexOf('.');
    String type = dot < 0 ? null
        : MimeTypeMap.getSingleton().getMimeTypeFromExtension(name.substring(dot + 1).toLowerCase(Locale.ROOT));
    return type == null ? "application/octet-stream" : type;
  }

  /** True if `type` is one of `wanted`, which may hold wildcards; all are if none is wanted. */
  public static boolean matches(String type, String... wanted) {
    if (wanted == null || wanted.length == 0) return true;
    for (String w : wanted) {
      if (w == null || w.equals("*/*") || w.equals("*") || w.equalsIgnoreCase(type)) return true;
      if (w.endsWith("/*") && type.startsWith(w.substring(0, w.length() - 1))) return true;
    }
    return false;
  }
}
