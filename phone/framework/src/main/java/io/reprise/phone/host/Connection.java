package io.reprise.phone.host;

import com.google.protobuf.InvalidProtocolBufferException;
import io.reprise.phone.time.PhoneTime;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneRequest;

/**
 * The socket to the supervisor: messages, each after its length as four bytes,
 * little endian. One thread reads; any thread may write.
 */
final class Connection implements AutoCloseable {
  /** Nothing that is said is longer. */
  static final int LONGEST = 64 << 20;

  private final SocketChannel channel;

  private Connection(SocketChannel channel) {
    this.channel = channel;
  }

  static Connection open(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    return new Connection(channel);
  }

  /** The next request; null = the supervisor has gone. */
  PhoneRequest read() throws IOException {
    ByteBuffer head = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    if (!fill(head)) return null;
    int length = head.getInt(0);
    if (length < 0 || length > LONGEST) {
      throw new IOException("a request of " + Integer.toUnsignedString(length)
          + " bytes; at most " + LONGEST + " are accepted");
    }
    ByteBuffer body = ByteBuffer.allocate(length);
    if (!fill(body) && length > 0) {
      throw new EOFException("the supervisor went away inside a request");
    }
    try {
      return PhoneRequest.parseFrom(body.array());
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("a request that is no PhoneRequest: " + e.getMessage(), e);
    }
  }

  /** False if the stream ended before the first byte. */
  private boolean fill(ByteBuffer to) throws IOException {
    while (to.hasRemaining()) {
      if (channel.read(to) < 0) {
        if (to.position() == 0) return false;
        throw new EOFException("the supervisor went away inside a request");
      }
    }
    return true;
  }

  /** Sends; also on threads of the app, which may have been interrupted: that would close the channel. */
  void write(PhoneReply reply) throws IOException {
    byte[] body = reply.toByteArray();
    ByteBuffer all = ByteBuffer.allocate(4 + body.length).order(ByteOrder.LITTLE_ENDIAN);
    all.putInt(body.length).put(body).flip();
    PhoneTime.beginAside();
    boolean interrupted = Thread.interrupted();
    try {
      synchronized (this) {
        while (all.hasRemaining()) channel.write(all);
      }
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
      PhoneTime.endAside();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
