extension Error {
    /// This error of a refresh, of the same type. It says nothing about the server that the call is for, and the refresh has
    /// rules of its own for when it is tried again.
    package var ofRefresh: any Error {
        switch self {
        case let error as URLError:
            return URLError(error.code, userInfo: error.errorUserInfo.merging([URLError.ofRefreshKey: true]) { $1 })
        case var error as HTTPError:
            error.isOfRefresh = true
            return error
        default: return self
        }
    }

    /// Whether a call ended with it because a refresh did.
    package var isOfRefresh: Bool {
        switch self {
        case let error as URLError: error.errorUserInfo[URLError.ofRefreshKey] != nil
        case let error as HTTPError: error.isOfRefresh
        default: false
        }
    }
}

extension URLError {
    fileprivate static let ofRefreshKey = "EndpointOfRefresh"
}
