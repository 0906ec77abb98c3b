/// One of the ways of doing the same work that are compared.
struct Variant: Sendable {
    let name: String

    /// Does the work so many times.
    let run: @Sendable (_ count: Int) async throws -> Void
}
