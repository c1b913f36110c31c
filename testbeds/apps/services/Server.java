package reprise.services;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Answers one connection after the other: HTTP, or two lines of its own protocol. */
final class Server extends Thread {
  private final ServerSocket socket;

  Server(int port) throws IOException {
    super("service network");
    setDaemon(true);
    socket = new ServerSocket(port, 5, InetAddress.getByName("127.0.0.1"));
  }

  @Override
  public void run() {
    while (true) {
      try (Socket client = socket.accept()) {
        answer(client);
      } catch (IOException e) {
        // The client has gone; the next may come.
        continue;
      }
    }
  }

  private static void answer(Socket client) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream()));
    String first = in.readLine();
    String reply;
    if (first != null && first.startsWith("GET ")) {
      for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {}
      reply =
          "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n"
              + "Connection: close\r\n\r\nworld";
    } else {
      reply = "you said " + first + "\nthen " + in.readLine() + "\nbye\n";
    }
    OutputStream out = client.getOutputStream();
    out.write(reply.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
