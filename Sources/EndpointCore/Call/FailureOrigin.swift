/// Where a failure comes from, when its type alone does not say so.
///
/// Either origin means that the failure says nothing about the health of the server that the call was for.
package enum FailureOrigin: Hashable, Sendable {
    /// The call ended before anything of it was sent.
    case beforeSending
    /// The refresh of a credential failed. It has its own rules for when it is tried again.
    case credentialRefresh
}

extension Error {
    /// This failure, of the same type, with its origin: a `URLError` or an ``HTTPError``. Any other error stays as it is.
    package func attributed(to origin: FailureOrigin) -> any Error {
        switch self {
        case let error as URLError: return error.attributed(to: origin)
        case var error as HTTPError:
            error.failureOrigin = origin
            return error
        default: return self
        }
    }

    /// The origin that ``attributed(to:)`` has noted; nil without one.
    package var failureOrigin: FailureOrigin? {
        switch self {
        case let error as URLError: error.errorUserInfo[URLError.originKey] as? FailureOrigin
        case let error as HTTPError: error.failureOrigin
        default: nil
        }
    }
}

extension URLError {
    fileprivate static let originKey = "EndpointFailureOrigin"

    /// This failure with its origin.
    package func attributed(to origin: FailureOrigin) -> URLError {
        URLError(code, userInfo: errorUserInfo.merging([Self.originKey: origin]) { $1 })
    }
}
