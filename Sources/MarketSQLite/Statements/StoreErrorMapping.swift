internal import GRDB
internal import MarketCore

extension StoreError {
    /// What a failure below means to whoever uses the store.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError:
            self = error
        case let error as StoredFactError:
            self = .corrupt(reason: error.reason)
        case let error as DatabaseError:
            self.init(error)
        case is ReadTooSlow:
            self = .tooSlow(reading: "a quick read")
        case is CancellationError:
            self = .unavailable(reason: "cancelled")
        default:
            self = .unavailable(reason: String(describing: error))
        }
    }

    private init(_ error: DatabaseError) {
        // The description names the statement but not its arguments, which may be secret.
        switch error.resultCode {
        case .SQLITE_FULL:
            self = .full
        case _ where error.isDamage:
            self = .corrupt(reason: error.description)
        case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            // The file that readers and the writer share could not grow.
            self = .full
        default:
            self = .unavailable(reason: error.description)
        }
    }
}
