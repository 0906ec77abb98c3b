extension APIRequest {
    /// Tells the caller that the whole body has been sent, as a client with a network does at the end: not of a body without bytes, or
    /// one whose length is not known.
    package func reportWholeBody() {
        guard let progress, let length, length > 0 else { return }
        progress(UploadProgress(sent: length, total: length))
    }

    private var length: Int64? {
        guard let body else { return urlRequest.httpBody.map { Int64($0.count) } }
        return try? OutgoingBody(body).length
    }
}
