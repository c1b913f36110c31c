package reprise.apps.network;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import reprise.apps.Transcript;

/** Talks to the server on the port that it is given, and to one that is not there. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    int port = Integer.parseInt(arguments[0]);
    Thread thread =
        new Thread(
            () -> {
              talk(port);
              fetch(port);
              // Nobody listens on the port of reserved number 1.
              talk(1);
            },
            "network");
    thread.start();
    thread.join();
    Transcript.end();
  }

  private static void talk(int port) {
    String action = port == 1 ? "talking to nobody" : "talking";
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), 2000);
      OutputStream out = socket.getOutputStream();
      out.write("HELLO\nDATA\n".getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      BufferedReader lines = new BufferedReader(new InputStreamReader(in));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Transcript.line("server says " + line);
      }
    } catch (IOException e) {
      Transcript.line(action + " threw " + e.getClass().getName());
    }
  }

  private static void fetch(int port) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/page").openConnection();
      Transcript.line("status " + connection.getResponseCode());
      Transcript.line("type " + connection.getContentType());
      BufferedReader body = new BufferedReader(new InputStreamReader(connection.getInputStream()));
      Transcript.line("body " + body.readLine());
      connection.disconnect();
    } catch (IOException e) {
      Transcript.line("fetching threw " + e.getClass().getName());
    }
  }
}
