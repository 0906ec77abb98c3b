/// An innermost client that knows where relative requests go.
package protocol BaseURLClient: APIClient {
    /// The origin of its base URL; nil for a base URL that cannot be used.
    var home: Origin? { get }
}
