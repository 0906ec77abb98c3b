/// A client that tells someone later.
protocol FlushableClient: APIClient {
    var pump: BoundedEventQueue { get }
}
