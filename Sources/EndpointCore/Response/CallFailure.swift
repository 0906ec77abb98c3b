/// What is known about the error of a call: its kind, a message for the user of the app, and the attempts before it.
///
/// ```swift
/// show(CallFailure(error).userMessage)  // There is no internet connection.
/// ```
///
/// It accepts any error: those of this library, of Foundation and of an API, and those of the app itself.
public struct CallFailure: Sendable {
    /// The error, as the client threw it.
    public let error: any Error

    /// What is known about an error.
    public init(_ error: any Error) {
        self.error = error
    }

    /// The kind of the failure from the user's point of view; ``FailureCategory/unknown`` for any other error.
    public var category: FailureCategory { error.category }

    /// A message for the user of the app, without secrets and without technical terms.
    ///
    /// For the errors of this library and of Foundation it is the message of ``category``, as it is for an
    /// ``APIFailure`` without a message of its own. Any other `LocalizedError` provides its own. Developers read
    /// `localizedDescription`.
    public var userMessage: String { error.userMessage }

    /// The attempts before the error, and why there was no further one; nil without a retrying client, or if the
    /// error's type cannot carry a report.
    public var retries: RetryReport? { error.retries }
}

extension Error {
    /// The implementation of ``CallFailure/userMessage``.
    package var userMessage: String {
        switch self {
        case let failure as any APIFailure: failure.userMessage
        case is any DescribedError: category.message  // The description of the library's errors is for developers.
        default: FailureCategory(self)?.message ?? (self as? any LocalizedError)?.errorDescription ?? category.message
        }
    }

    /// The implementation of ``CallFailure/category``.
    package var category: FailureCategory {
        (self as? any APIFailure)?.category ?? FailureCategory(self) ?? .unknown
    }
}
