package io.reprise.phone.guest.system.settings;

import android.content.res.Configuration;
import android.os.Bundle;
import io.reprise.phone.guest.News;
import io.reprise.phone.guest.system.Page;
import java.util.Locale;
import reprise.Phone.PhoneReply;

/** The language: all apps are told of another one, as on a phone. */
public class LanguageActivity extends Page {
  private static final String[] TAGS = {"en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "nl-NL", "pl-PL",
      "sv-SE", "tr-TR", "ru-RU", "uk-UA", "el-GR", "ar-EG", "he-IL", "fa-IR", "hi-IN", "th-TH", "zh-CN", "zh-TW", "ja-JP",
      "ko-KR"};

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    show();
  }

  private void show() {
    setTitle("Languages");
    page.removeAllViews();
    Locale now = getResources().getConfiguration().getLocales().get(0);
    for (String tag : TAGS) {
      Locale l = Locale.forLanguageTag(tag);
      row(null, l.getDisplayName(l), l.equals(now) ? "System language" : null, v -> News.send(
          PhoneReply.newBuilder().setChanged(PhoneReply.Changed.newBuilder().setLocale(tag))));
    }
  }

  @Override
  public void onConfigurationChanged(Configuration now) {
    super.onConfigurationChanged(now);
    show();
  }
}
