import EndpointClient

/// Answers have changed in a way that programs may notice.
struct DriftError: LocalizedError {
    var errorDescription: String? { "Something is gone, may be missing, or is of another type." }
}
