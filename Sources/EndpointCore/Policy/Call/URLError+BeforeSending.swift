extension URLError {
    /// This error of a call that ended before anything of it was sent, and that says nothing about the server.
    package var beforeSending: URLError {
        URLError(code, userInfo: errorUserInfo.merging([Self.beforeSendingKey: true]) { $1 })
    }

    /// Whether the call ended before anything of it was sent.
    package var isBeforeSending: Bool { errorUserInfo[Self.beforeSendingKey] != nil }

    private static let beforeSendingKey = "EndpointBeforeSending"
}
