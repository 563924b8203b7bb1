import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;

/** The library's backend in memory, whose collections do not read every document to find a few. */
final class IndexedBackend extends MemoryBackend {
  @Override
  public MemoryDatabase openOrCreateDatabase(String name) {
    return new IndexedDatabase(name, getCursorRegistry());
  }

  private static final class IndexedDatabase extends MemoryDatabase {
    IndexedDatabase(String name, CursorRegistry cursors) {
      super(name, cursors);
    }

    @Override
    protected MemoryCollection openOrCreateCollection(String name, CollectionOptions options) {
      return new IndexedCollection(this, name, options, cursorRegistry);
    }
  }
}
