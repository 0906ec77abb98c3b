/// What a failure means to the person in front of the app: one of a few cases, each with a sentence.
///
/// ```swift
/// show(error.userMessage)  // There is no internet connection.
/// ```
///
/// For other words, or another language, switch over ``Swift/Error/category``.
public enum FailureCategory: String, CaseIterable, Sendable {
    /// The device has no connection.
    case offline
    /// No answer in time.
    case timedOut
    /// There is no host of that name.
    case unknownHost
    /// Nobody listens there.
    case unreachable
    /// The connection broke.
    case connectionLost
    /// No trusted connection, such as for a certificate that has run out.
    case insecure
    /// Too many requests, or too much to do at the moment.
    case busy
    /// The server has failed.
    case serverFailed
    /// Nobody is signed in, or not any more.
    case signedOut
    /// Whoever is signed in may not do this.
    case forbidden
    /// There is no such thing, or not any more.
    case notFound
    /// Somebody else was faster.
    case conflict
    /// More than the server takes.
    case tooLarge
    /// The server does not accept what it was sent.
    case invalid
    /// An answer that makes no sense.
    case unreadable
    /// Nothing was sent, because it cannot be.
    case unsendable
    /// Whoever asked has lost interest.
    case cancelled
    /// Anything else.
    case unknown
}

extension FailureCategory {
    /// One sentence or two for a person, in English, without a technical term.
    public var message: String {
        switch self {
        case .offline: "There is no internet connection."
        case .timedOut: "The server took too long to answer. Try again."
        case .unknownHost: "The server could not be found."
        case .unreachable: "The server cannot be reached. Try again later."
        case .connectionLost: "The connection was lost. Try again."
        case .insecure: "A secure connection to the server is not possible."
        case .busy: "The server is busy. Try again in a moment."
        case .serverFailed: "The server has a problem. Try again later."
        case .signedOut: "You need to sign in."
        case .forbidden: "You do not have access to this."
        case .notFound: "This could not be found."
        case .conflict: "This has been changed in the meantime. Load it again."
        case .tooLarge: "This is too large to be sent."
        case .invalid: "The server did not accept this. Check what you have entered."
        case .unreadable: "The server's answer could not be read. Try again later."
        case .unsendable: "This cannot be sent."
        case .cancelled: "This was cancelled."
        case .unknown: "Something went wrong. Try again."
        }
    }
}
