package io.reprise.phone.guest.feed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What is so over time: what was set by hand, and a track. Of the two the later
 * one holds. Times are uptime in ns. Immutable.
 */
public final class Timeline<T> {
  private static final long NEVER = Long.MAX_VALUE;

  private final long[] times;
  private final List<T> items;
  /** From the first to the last of the track; empty if there is none. */
  private final long trackBegin;
  private final long trackEnd;

  private record Item<T>(long at, T what) {}

  private Timeline(List<Item<T>> all, long trackBegin, long trackEnd) {
    times = all.stream().mapToLong(Item::at).toArray();
    items = all.stream().map(Item::what).toList();
    this.trackBegin = trackBegin;
    this.trackEnd = trackEnd;
  }

  /** Of a track that begins at that time, and of what was set; null = nothing was. */
  public static <M, T> Timeline<T> of(List<M> track, long beginNs, M set, ToLongFunction<M> at,
      Function<M, T> what) {
    List<Item<T>> all = new ArrayList<>();
    for (M m : track) all.add(new Item<>(beginNs + at.applyAsLong(m), what.apply(m)));
    long first = all.isEmpty() ? 0 : all.get(0).at();
    long last = all.isEmpty() ? -1 : all.get(all.size() - 1).at();
    if (set != null) all.add(new Item<>(at.applyAsLong(set), what.apply(set)));
    all.sort((a, b) -> Long.compare(a.at(), b.at()));
    return new Timeline<>(all, first, last);
  }

  public static <T> Timeline<T> empty() {
    return new Timeline<>(List.of(), 0, -1);
  }

  /** True while the track plays, so that only its own events happen. */
  public boolean plays(long atNs) {
    return trackBegin <= atNs && atNs <= trackEnd;
  }

  /** When something happens first after that time; NEVER = nothing does any more. */
  public long next(long afterNs) {
    int i = after(afterNs);
    return i == times.length ? NEVER : times[i];
  }

  /** The time of what is nearest to `idealNs`, but not before `fromNs`; NEVER = there is none. */
  public long nearest(long fromNs, long idealNs) {
    int i = after(idealNs);
    long later = i == times.length ? NEVER : times[i];
    long sooner = i == 0 ? Long.MIN_VALUE : times[i - 1];
    return sooner >= fromNs && idealNs - sooner <= later - idealNs ? sooner : later;
  }

  /** What holds at that time; null = nothing yet. */
  public T at(long atNs) {
    int i = after(atNs);
    return i == 0 ? null : items.get(i - 1);
  }

  /** Index of the first one after that time. */
  private int after(long ns) {
    int i = Arrays.binarySearch(times, ns);
    if (i < 0) return -i - 1;
    while (i < times.length && times[i] == ns) i++;
    return i;
  }
}
