package io.reprise.phone.guest.feed.person;

import android.Manifest;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.RemoteException;
import android.speech.IRecognitionListener;
import android.speech.IRecognitionService;
import android.speech.IRecognitionServiceManager;
import android.speech.IRecognitionServiceManagerCallback;
import android.speech.RecognizerIntent;
import android.speech.SpeechRecognizer;
import io.reprise.phone.guest.BinderThread;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.app.Grants;
import io.reprise.phone.guest.feed.Feeds;
import io.reprise.phone.time.Due;
import io.reprise.phone.time.PhoneTime;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.shadows.ShadowServiceManager;

/**
 * What the user says, line by line of the host's text, and the recognition service
 * behind Android's own SpeechRecognizer. Any thread.
 */
public final class Voice {
  private static final long READY_NS = 100_000_000;
  private static final long SPEECH_NS = 1_000_000_000;
  private static final long PATIENCE_NS = 5_000_000_000L;

  private static int next;
  private static final List<Due> DUES = new ArrayList<>();

  private Voice() {}

  public static synchronized void begin() {
    next = 0;
    DUES.clear();
    ShadowServiceManager.addBinderService(Context.SPEECH_RECOGNITION_SERVICE, IRecognitionServiceManager.class,
        Binders.make(IRecognitionServiceManager.class, Voice::manager));
  }

  /** The next thing that is said; null = nothing is. */
  public static synchronized String hear() {
    List<String> said = Feeds.get().getSaidList();
    return said.isEmpty() ? null : said.get(Math.min(next++, said.size() - 1));
  }

  private static Object manager(Object proxy, Method m, Object[] a) {
    if (!m.getName().equals("createSession")) return null;
    BinderThread.want();
    IRecognitionService service = Binders.make(IRecognitionService.class, Voice::service);
    IRecognitionServiceManagerCallback told = (IRecognitionServiceManagerCallback) a[3];
    tell(() -> told.onSuccess(service));
    return null;
  }

  private static synchronized Object service(Object proxy, Method m, Object[] a) {
    switch (m.getName()) {
      case "startListening" -> listen((Intent) a[0], (IRecognitionListener) a[1]);
      case "stopListening" -> {
        // What was said is told when it is recognised.
      }
      case "cancel" -> stop();
      default -> {
        return Binders.nothing(m.getReturnType());
      }
    }
    return null;
  }

  private static void stop() {
    DUES.forEach(Due::cancel);
    DUES.clear();
  }

  private static void listen(Intent intent, IRecognitionListener to) {
    stop();
    if (!Grants.has(Manifest.permission.RECORD_AUDIO)) {
      tell(() -> to.onError(SpeechRecognizer.ERROR_INSUFFICIENT_PERMISSIONS));
      return;
    }
    String words = hear();
    at(READY_NS, () -> to.onReadyForSpeech(new Bundle()));
    if (words == null) {
      at(PATIENCE_NS, () -> to.onError(SpeechRecognizer.ERROR_SPEECH_TIMEOUT));
      return;
    }
    at(2 * READY_NS, to::onBeginningOfSpeech);
    if (intent.getBooleanExtra(RecognizerIntent.EXTRA_PARTIAL_RESULTS, false)) {
      at(SPEECH_NS / 2, () -> to.onPartialResults(results(words.split(" ")[0])));
    }
    at(SPEECH_NS, to::onEndOfSpeech);
    at(SPEECH_NS, () -> to.onResults(results(words)));
  }

  private static Bundle results(String words) {
    Bundle results = new Bundle();
    results.putStringArrayList(SpeechRecognizer.RESULTS_RECOGNITION, new ArrayList<>(List.of(words)));
    results.putFloatArray(SpeechRecognizer.CONFIDENCE_SCORES, new float[] {1});
    return results;
  }

  private static void at(long afterNs, Call call) {
    DUES.add(PhoneTime.at(PhoneTime.uptimeNanos() + afterNs, () -> tell(call)));
  }

  private interface Call {
    void make() throws RemoteException;
  }

  private static void tell(Call call) {
    BinderThread.post(() -> {
      try {
        call.make();
      } catch (RemoteException e) {
        throw new IllegalStateException(e);
      }
    });
  }
}
