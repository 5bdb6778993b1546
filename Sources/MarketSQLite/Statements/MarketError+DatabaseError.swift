internal import GRDB
internal import MarketCore

extension MarketError {
    /// Converts an error of the layers below.
    init(_ error: any Error) {
        switch error {
        case let error as MarketError:
            self = error
        case let error as CorruptRowError:
            self = .damaged(reason: error.reason)
        case let error as DatabaseError:
            self.init(error)
        case is ReadTimeout:
            self = .tooSlow(reading: "a quick read")
        case is CancellationError:
            self = .unavailable(reason: "cancelled")
        default:
            self = .unavailable(reason: error.explanation)
        }
    }

    private init(_ error: DatabaseError) {
        // The description contains the statement but not its arguments, which may be secret.
        switch error.resultCode {
        case .SQLITE_FULL:
            self = .storageFull
        case _ where error.isDamage:
            self = .damaged(reason: error.description)
        case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            // The shared memory file of readers and the writer could not grow.
            self = .storageFull
        default:
            self = .unavailable(reason: error.description)
        }
    }
}
