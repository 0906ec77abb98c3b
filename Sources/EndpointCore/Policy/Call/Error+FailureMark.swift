extension Error {
    /// This failure, of the same type, with a mark if it has a place for one: a `URLError` or an ``HTTPError``.
    package func marked(_ mark: FailureOrigin) -> any Error {
        switch self {
        case let error as URLError: return error.marked(mark)
        case var error as HTTPError:
            error.mark = mark
            return error
        default: return self
        }
    }

    /// What a client in between has noted about it.
    package var mark: FailureOrigin? {
        switch self {
        case let error as URLError: error.errorUserInfo[URLError.markKey] as? FailureOrigin
        case let error as HTTPError: error.mark
        default: nil
        }
    }
}

extension URLError {
    fileprivate static let markKey = "EndpointFailureMark"

    /// This failure with a mark.
    package func marked(_ mark: FailureOrigin) -> URLError {
        URLError(code, userInfo: errorUserInfo.merging([Self.markKey: mark]) { $1 })
    }
}
