import AsyncHTTPClient
import EndpointClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// A failure that ``NIOClient`` itself detects.
struct NIOClientError: Error {
    let code: URLError.Code
    let sentence: String

    init(_ code: URLError.Code, _ sentence: String) {
        (self.code, self.sentence) = (code, sentence)
    }
}

extension URLError {
    /// An error of SwiftNIO and the packages on it as the error that decorators understand: its code decides about
    /// retries.
    ///
    /// Its message starts with the request: `GET /v1/books → connection refused`.
    init(_ error: any Error, of request: ResolvedRequest, _ redaction: Redaction) {
        if let error = error as? URLError {
            self = error
            return
        }
        let target = redaction.urlText(request.url.path.isEmpty ? "/" : request.url.path)
        let sentence = (error as? NIOClientError)?.sentence ?? redaction.text("\(error)")
        self.init(
            Code(error),
            userInfo: [
                NSLocalizedDescriptionKey: "\(request.method) \(target) → \(sentence)",
                NSURLErrorFailingURLErrorKey: redaction.url(request.url),
            ])
    }
}

extension URLError.Code {
    /// `cannotConnectToHost` and `cannotFindHost` mean that nothing was sent: any request may be retried after them.
    /// After `timedOut`, `networkConnectionLost` and `badServerResponse` only a repeatable one is retried. After any
    /// other code none is.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as NIOClientError: self = error.code
        case let error as HTTPClientError: self.init(error)
        case let error as NIOConnectionError: self = error.hasAddress ? .cannotConnectToHost : .cannotFindHost
        case let error as HTTPParserError:
            self = error == .invalidEOFState ? .networkConnectionLost : .badServerResponse
        case let error as NIOHTTPDecompression.DecompressionError: self.init(error)
        case NIOSSLError.uncleanShutdown: self = .networkConnectionLost
        case NIOSSLError.handshakeFailed(let reason) where "\(reason)".contains("CERTIFICATE_VERIFY_FAILED"):
            self = .serverCertificateUntrusted
        case is NIOSSLError, is NIOSSLExtraError: self = .serverCertificateUntrusted
        case let error as IOError where error.isRefusal: self = .cannotConnectToHost
        case is ChannelError, is IOError: self = .networkConnectionLost
        default: self = .badServerResponse
        }
    }

    private init(_ error: HTTPClientError) {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout: self = .cannotConnectToHost
        case .readTimeout, .writeTimeout, .deadlineExceeded: self = .timedOut
        case .remoteConnectionClosed, .requestStreamCancelled: self = .networkConnectionLost
        case .cancelled: self = .cancelled
        case .alreadyShutdown: self = .resourceUnavailable
        default: self = .badURL
        }
    }

    private init(_ error: NIOHTTPDecompression.DecompressionError) {
        if case .limit = error { self = .dataLengthExceedsMaximum } else { self = .cannotDecodeContentData }
    }
}

extension NIOConnectionError {
    /// Whether the host has an address, so that the connection was refused, and not the name unknown.
    fileprivate var hasAddress: Bool { !connectionErrors.isEmpty }
}

extension IOError {
    /// Whether there was no connection.
    fileprivate var isRefusal: Bool { [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(errnoCode) }
}
