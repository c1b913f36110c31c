package io.reprise.phone.host;

import reprise.Phone.PhoneReply;
import reprise.Phone.PhoneRequest;

/** The phone inside the framework's loader, as the host sees it. */
public interface Guest {
  /** Answers a request, on the thread of requests; throws what becomes Failed. */
  PhoneReply.Builder answer(PhoneRequest request) throws Exception;
}
