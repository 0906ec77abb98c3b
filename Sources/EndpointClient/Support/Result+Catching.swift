extension Result where Failure == any Error {
    /// What a closure returns or throws.
    init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
