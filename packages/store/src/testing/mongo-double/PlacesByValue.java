import de.bwaldvogel.mongo.bson.Document;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Where in a collection the documents are that have a value in one field. */
final class PlacesByValue {
  /** Lists, documents, null and what is missing: which values these fit is the library's to say, so they are in every answer. */
  private static final Object ANYTHING_ELSE = new Object();

  private final String field;
  private final Map<Object, SortedSet<Integer>> places = new HashMap<>();
  private final Map<Integer, Object> keys = new HashMap<>();

  PlacesByValue(String field) {
    this.field = field;
  }

  static boolean isPlain(Object value) {
    return value instanceof String || value instanceof Number;
  }

  /** Numbers of all types are compared by value. Two that are too large for a double share a key, which does no harm. */
  private static Object keyOf(Object value) {
    if (value instanceof Number) return ((Number) value).doubleValue() + 0.0;
    return isPlain(value) ? value : ANYTHING_ELSE;
  }

  void add(Integer place, Document document) {
    Object key = keyOf(document.get(field));
    if (key.equals(keys.get(place))) return;
    remove(place);
    keys.put(place, key);
    places.computeIfAbsent(key, none -> new TreeSet<>()).add(place);
  }

  void remove(Integer place) {
    Object key = keys.remove(place);
    if (key != null) places.get(key).remove(place);
  }

  SortedSet<Integer> of(Object value) {
    SortedSet<Integer> same = places.getOrDefault(keyOf(value), new TreeSet<>());
    SortedSet<Integer> others = places.getOrDefault(ANYTHING_ELSE, new TreeSet<>());
    if (others.isEmpty()) return same;
    SortedSet<Integer> both = new TreeSet<>(same);
    both.addAll(others);
    return both;
  }
}
