import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;

/**
 * A collection that looks only at documents which have the value that is asked for: the library has unique indexes only
 * and reads everything for any other query. What it finds, and in what order, is left to the library.
 */
final class IndexedCollection extends MemoryCollection {
  private final Map<String, PlacesByValue> fields = new HashMap<>();

  IndexedCollection(MongoDatabase database, String name, CollectionOptions options, CursorRegistry cursors) {
    super(database, name, options, cursors);
  }

  @Override
  protected QueryResult matchDocuments(
      Document query, Document orderBy, int skip, int limit, int batchSize, Document projection) {
    SortedSet<Integer> places = isNaturalDescending(orderBy) ? null : fewest(query);
    if (places == null) return super.matchDocuments(query, orderBy, skip, limit, batchSize, projection);
    return matchDocumentsFromStream(
        places.stream().map(this::getDocument), query, orderBy, skip, limit, batchSize, projection);
  }

  /** Where all documents are that may fit, in the order of places; null if the query asks for no plain value. */
  private SortedSet<Integer> fewest(Document query) {
    SortedSet<Integer> fewest = null;
    for (Map.Entry<String, Object> asked : query.entrySet()) {
      String field = asked.getKey();
      if (field.startsWith("$") || field.contains(".") || !PlacesByValue.isPlain(asked.getValue())) continue;
      SortedSet<Integer> places = fields.computeIfAbsent(field, this::placesBy).of(asked.getValue());
      if (fewest == null || places.size() < fewest.size()) fewest = places;
    }
    return fewest;
  }

  private PlacesByValue placesBy(String field) {
    PlacesByValue places = new PlacesByValue(field);
    streamAllDocumentsWithPosition().forEach(one -> places.add(one.getPosition(), one.getDocument()));
    return places;
  }

  @Override
  protected Integer addDocumentInternal(Document document) {
    Integer place = super.addDocumentInternal(document);
    fields.values().forEach(places -> places.add(place, document));
    return place;
  }

  @Override
  protected void removeDocument(Integer place) {
    super.removeDocument(place);
    fields.values().forEach(places -> places.remove(place));
  }

  @Override
  protected void handleUpdate(Integer place, Document before, Document after) {
    super.handleUpdate(place, before, after);
    fields.values().forEach(places -> places.add(place, after));
  }
}
