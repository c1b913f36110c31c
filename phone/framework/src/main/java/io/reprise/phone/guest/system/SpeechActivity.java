package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.speech.RecognizerIntent;
import android.widget.LinearLayout;
import android.widget.TextView;
import io.reprise.phone.guest.feed.person.Voice;
import java.util.ArrayList;
import java.util.List;

/** Listens for another app (ACTION_RECOGNIZE_SPEECH) and tells it what was said. */
public class SpeechActivity extends Activity {
  private static final long SPEECH_MS = 1000;

  private final Handler handler = new Handler();

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    LinearLayout all = new LinearLayout(this);
    int pad = Math.round(24 * getResources().getDisplayMetrics().density);
    all.setPadding(pad, pad, pad, pad);
    TextView prompt = new TextView(this);
    String asked = getIntent().getStringExtra(RecognizerIntent.EXTRA_PROMPT);
    prompt.setText(asked == null ? "Speak now" : asked);
    prompt.setTextSize(20);
    all.addView(prompt);
    setContentView(all);
    String words = Voice.hear();
    if (words == null) {
      prompt.setText("Nobody says anything; reprise phone feed WORDS.txt does");
      return;
    }
    handler.postDelayed(() -> answer(words), SPEECH_MS);
  }

  private void answer(String words) {
    setResult(RESULT_OK, new Intent()
        .putStringArrayListExtra(RecognizerIntent.EXTRA_RESULTS, new ArrayList<>(List.of(words)))
        .putExtra(RecognizerIntent.EXTRA_CONFIDENCE_SCORES, new float[] {1}));
    finish();
  }

  @Override
  protected void onDestroy() {
    handler.removeCallbacksAndMessages(null);
    super.onDestroy();
  }
}
