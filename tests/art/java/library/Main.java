package reprise.library;

import dalvik.system.InMemoryDexClassLoader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.StringReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Collator;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipFile;
import org.json.JSONObject;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserFactory;

/** Uses one thing of each part of the class library that has natives or data behind it. */
public final class Main {
  private Main() {}

  private static void show(String name, Callable<Object> check) {
    try {
      System.out.println(name + ": " + check.call());
    } catch (Throwable e) {
      System.out.println(name + " threw " + e);
    }
  }

  public static void main(String[] arguments) {
    String jar = arguments[0];
    show("decimal", () -> new DecimalFormat("#,##0.00", new DecimalFormatSymbols(Locale.US))
        .format(1234567.891));
    show("german number", () -> NumberFormat.getInstance(Locale.GERMANY).format(1234.5));
    show("date", () -> {
      SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm EEE", Locale.US);
      format.setTimeZone(TimeZone.getTimeZone("Europe/Berlin"));
      return format.format(new Date(1_700_000_000_000L));
    });
    show("zoned", () -> Instant.ofEpochSecond(1_700_000_000L)
        .atZone(ZoneId.of("America/New_York")));
    show("localized", () -> DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
        .withLocale(Locale.US).format(LocalDate.of(2024, 2, 29)));
    show("collation", () -> Collator.getInstance(Locale.GERMAN).compare("\u00e4", "b"));
    show("charset", () -> new String("\u65e5\u672c".getBytes("Shift_JIS"), "Shift_JIS").length());
    show("regex", () -> "a1b22".replaceAll("[0-9]+", "_"));
    show("format", () -> String.format(Locale.US, "%08.3f %x", 3.14159, 255));
    show("big", () -> new BigInteger("123456789012345678901").multiply(BigInteger.TEN));
    show("strict sine", () -> Math.round(StrictMath.sin(1) * 1e9));
    show("json", () -> new JSONObject("{\"a\": [1, 2]}").getJSONArray("a").getInt(1));
    show("xml", () -> {
      XmlPullParser parser = XmlPullParserFactory.newInstance().newPullParser();
      parser.setInput(new StringReader("<a><b/></a>"));
      parser.next();
      return parser.getName();
    });
    show("gzip", () -> {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
        out.write(new byte[10000]);
      }
      return new GZIPInputStream(new ByteArrayInputStream(packed.toByteArray())).read();
    });
    show("file", () -> {
      Path path = Files.createTempFile("reprise", ".txt");
      Files.write(path, "written".getBytes());
      String read = new String(Files.readAllBytes(path));
      Files.delete(path);
      return read;
    });
    show("socket", () -> {
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
          Socket client = new Socket("127.0.0.1", server.getLocalPort());
          Socket accepted = server.accept()) {
        accepted.getOutputStream().write(42);
        return client.getInputStream().read();
      }
    });
    show("process", () -> {
      Process process = new ProcessBuilder("/bin/echo", "hey").start();
      return (char) process.getInputStream().read() + ", status " + process.waitFor();
    });
    show("executor", () -> {
      ExecutorService executor = Executors.newFixedThreadPool(3);
      int answer = executor.submit(() -> 6 * 7).get();
      executor.shutdown();
      return answer;
    });
    show("future", () -> CompletableFuture.supplyAsync(() -> 5).thenApply(x -> x * 2).get());
    show("parallel", () -> IntStream.range(0, 1000).parallel().sum());
    show("reflection", () -> Math.class.getMethod("max", int.class, int.class).invoke(null, 2, 3));
    show("proxy", () -> ((Callable<?>) Proxy.newProxyInstance(Main.class.getClassLoader(),
        new Class<?>[] {Callable.class}, (proxy, method, args) -> method.getName())).call());
    show("method handle", () -> {
      try {
        return (int) MethodHandles.lookup().findVirtual(String.class, "length",
            MethodType.methodType(int.class)).invoke("four");
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    });
    show("serialization", () -> {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(new ArrayList<>(Arrays.asList("a", 1)));
      return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    });
    show("dex in memory", () -> {
      try (ZipFile zip = new ZipFile(jar);
          InputStream in = zip.getInputStream(zip.getEntry("classes.dex"))) {
        ByteArrayOutputStream dex = new ByteArrayOutputStream();
        byte[] buffer = new byte[4096];
        for (int n = in.read(buffer); n > 0; n = in.read(buffer)) dex.write(buffer, 0, n);
        ClassLoader loader = new InMemoryDexClassLoader(ByteBuffer.wrap(dex.toByteArray()), null);
        return loader.loadClass(Main.class.getName()) != Main.class;
      }
    });
    show("collected", () -> {
      WeakReference<Object> weak = new WeakReference<>(new Object());
      for (int i = 0; i < 100 && weak.get() != null; i++) Runtime.getRuntime().gc();
      return weak.get() == null;
    });
    show("null", () -> ((String) null).length());
    show("recursion", () -> recurse(0));
    System.exit(0);
  }

  private static int recurse(int depth) {
    return recurse(depth + 1) + 1;
  }
}
