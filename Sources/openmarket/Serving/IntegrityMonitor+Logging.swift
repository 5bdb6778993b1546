import Logging
import MarketCore

extension IntegrityMonitor {
    /// Creates a monitor that logs what is damaged and what to do about it.
    static func logging(to logger: Logger) -> IntegrityMonitor {
        IntegrityMonitor { part, reason in
            switch part {
            case .database:
                logger.critical(
                    """
                    THE DATABASE IS DAMAGED. What can be read is still shown; where what people have stored is damaged, \
                    nothing is written any more. Stop the server and run 'openmarket check --repair'; what that can't \
                    repair comes back with 'openmarket restore'
                    """,
                    metadata: ["reason": "\(reason)"]
                )
            case .images:
                logger.critical(
                    """
                    AN IMAGE IS DAMAGED OR MISSING and not shown. Put its file back from a backup; 'openmarket check' \
                    lists all such images
                    """,
                    metadata: ["reason": "\(reason)"]
                )
            }
        }
    }
}
