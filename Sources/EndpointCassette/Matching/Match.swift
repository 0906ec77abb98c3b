/// What a cassette has for a request.
public enum Match: Hashable, Sendable {
    /// The exchange at that index, and the playhead behind it.
    case hit(Int, PlaybackState)
    /// The request was recorded, but all its answers have been given; the index is that of the last one.
    case exhausted(Int)
    /// The request was not recorded. The most similar ones come first.
    case miss(nearest: [NearMiss])
}
