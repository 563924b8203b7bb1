import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import java.util.List;

/** An in-memory MongoDB double on loopback; it ends when its standard input does, so that it never outlives a test run. */
public final class MongoDouble {
  public static void main(String[] args) throws Exception {
    int port = args.length > 0 ? Integer.parseInt(args[0]) : 0;
    MongoServer server = new MongoServer(new IndexedBackend().version(new Version()));
    server.bind("127.0.0.1", port);
    System.out.println("listening " + server.getLocalAddress().getPort());
    while (System.in.read() >= 0) {}
    System.exit(0);
  }

  /** The driver wants wire version 9 or more; the newest that the library names is 8. */
  private static final class Version implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(5, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 13;
    }
  }
}
