// What a device allows: which nodes can be read and written, and whether
// uinput, real-time priority and locked memory can be had.
//
// Threads: plain functions.
#pragma once

#include "reprise/agent.pb.h"

namespace reprise::agent {

AgentReply::Probe ProbeDevice();
AgentReply::Hello MakeHello();

// For people: a line for each node, then what is allowed and why not.
std::string Describe(const AgentReply::Probe& probe);
// A line for each node.
std::string DescribeNodes(const AgentReply::Probe& probe);

}  // namespace reprise::agent
