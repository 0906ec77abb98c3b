// The one place that knows where URLRequest and HTTPURLResponse live: in Foundation on Apple's platforms,
// in FoundationNetworking elsewhere. Every other file of the package just imports what it builds on.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
