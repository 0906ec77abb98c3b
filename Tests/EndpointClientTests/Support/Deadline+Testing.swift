import EndpointCore

extension Deadline {
    /// A deadline that a client of the app has set.
    init(after limit: Duration, of subject: Subject, on time: TimeSource) {
        self.init(after: Limit(limit, from: .client), of: subject, on: time)
    }
}
