// URLRequest and HTTPURLResponse are in Foundation on Apple's platforms and in FoundationNetworking elsewhere. They are
// exported from here, so that no other file of the package needs the condition.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
