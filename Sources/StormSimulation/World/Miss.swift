/// Why an attempt failed.
struct Miss {
    /// The status; nil for no answer in time.
    let status: Int?
    /// The answer's `Retry-After`, in seconds.
    let retryAfter: Int?

    static let timeout = Miss(status: nil, retryAfter: nil)
}
