/// The headers with which both sides tell each other what they have sent and received.
enum StressField {
    /// The checksum of the body that the request has.
    static let announced = "X-Announced"
    /// The number of the exchange that is answered.
    static let number = "X-Number"
    /// The method that arrived.
    static let method = "X-Method"
    /// The checksum of the body that arrived.
    static let arrived = "X-Arrived"
}
