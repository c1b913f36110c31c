package io.reprise.devices;

import android.content.Intent;
import android.hardware.biometrics.BiometricManager;
import android.hardware.biometrics.BiometricPrompt;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.speech.RecognitionListener;
import android.speech.RecognizerIntent;
import android.speech.SpeechRecognizer;

/** Asks the person: "speech" and "ask" for words, "finger" for a finger. */
public class PersonScreen extends Screen implements RecognitionListener {
  private SpeechRecognizer recognizer;

  @Override
  void act(String what, Intent intent) {
    Intent speech = new Intent(RecognizerIntent.ACTION_RECOGNIZE_SPEECH);
    if (what.equals("speech")) {
      say("available " + SpeechRecognizer.isRecognitionAvailable(this));
      recognizer = SpeechRecognizer.createSpeechRecognizer(this);
      recognizer.setRecognitionListener(this);
      recognizer.startListening(speech.putExtra(RecognizerIntent.EXTRA_PARTIAL_RESULTS, true));
    }
    if (what.equals("ask")) startActivityForResult(speech.putExtra(RecognizerIntent.EXTRA_PROMPT, "Say it"), 1);
    if (what.equals("finger")) {
      say("can " + getSystemService(BiometricManager.class)
          .canAuthenticate(BiometricManager.Authenticators.BIOMETRIC_STRONG));
      new BiometricPrompt.Builder(this).setTitle("Who is it?").setNegativeButton("Not now", getMainExecutor(),
          (dialog, which) -> say("not now")).build()
          .authenticate(new CancellationSignal(), getMainExecutor(), new BiometricPrompt.AuthenticationCallback() {
            @Override
            public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult result) {
              say("known " + result.getAuthenticationType());
            }

            @Override
            public void onAuthenticationFailed() {
              say("unknown");
            }

            @Override
            public void onAuthenticationError(int code, CharSequence text) {
              say("error " + code);
            }
          });
    }
  }

  @Override
  protected void onActivityResult(int request, int code, Intent data) {
    say("heard " + code + " " + (data == null ? null : data.getStringArrayListExtra(RecognizerIntent.EXTRA_RESULTS)));
  }

  @Override
  public void onReadyForSpeech(Bundle params) {
    say("ready");
  }

  @Override
  public void onBeginningOfSpeech() {
    say("begins");
  }

  @Override
  public void onRmsChanged(float db) {}

  @Override
  public void onBufferReceived(byte[] buffer) {}

  @Override
  public void onEndOfSpeech() {
    say("ends");
  }

  @Override
  public void onError(int error) {
    say("error " + error);
  }

  @Override
  public void onResults(Bundle results) {
    say("results " + results.getStringArrayList(SpeechRecognizer.RESULTS_RECOGNITION));
  }

  @Override
  public void onPartialResults(Bundle results) {
    say("partial " + results.getStringArrayList(SpeechRecognizer.RESULTS_RECOGNITION));
  }

  @Override
  public void onEvent(int type, Bundle params) {}
}
